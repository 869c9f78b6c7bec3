import { Files } from 'lucide-react';
import { useState } from 'react';
import { namesAnother } from '#contract/calls/review.calls.ts';
import { AnomalyMarker } from '../../ui/feedback/AnomalyMarker.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { ComparisonDialog } from './ComparisonDialog.tsx';

interface AnomaliesOf {
  id_gasto: number;
  /** Its anomalies. */
  lines: readonly string[];
}

/** Opens the expense that another one repeats; nothing for other anomalies. */
export function RepetitionButton({ id_gasto, lines }: AnomaliesOf) {
  const [open, setOpen] = useState(false);
  if (!lines.some(namesAnother)) return null;
  return (
    <>
      <GuardedButton variant="outline" size="sm" icon={Files} onClick={() => setOpen(true)}>
        Ver el otro gasto
      </GuardedButton>
      <ComparisonDialog id_gasto={id_gasto} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

/** The marker of the anomalies in a table; pressed, it opens the expense that this one repeats. */
export function AnomalyCell({ id_gasto, lines }: AnomaliesOf) {
  const [open, setOpen] = useState(false);
  if (!lines.some(namesAnother)) return <AnomalyMarker compact lines={lines} />;
  return (
    <>
      <AnomalyMarker compact lines={lines} onPress={() => setOpen(true)} />
      <ComparisonDialog id_gasto={id_gasto} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
