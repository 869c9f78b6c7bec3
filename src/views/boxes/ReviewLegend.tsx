import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { Legend } from '../../components/Legend.tsx';

/** Explains the marks of the expenses. */
export function ReviewLegend() {
  return (
    <Legend
      items={[
        { tone: 'success', icon: CircleCheck, label: 'Aprobado' },
        { tone: 'danger', icon: CircleX, label: 'Rechazado' },
        { tone: 'warning', icon: TriangleAlert, label: 'Novedad' },
      ]}
    />
  );
}
