import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { Legend } from '../../components/Legend.tsx';

/** What the marks of the expenses mean. */
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
