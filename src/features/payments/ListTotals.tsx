import { useActor } from '@xstate/react';
import type { PaymentList } from '#contract/calls/payments.calls.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { useNewQuestion } from '../../shell/screens/use-list-address.ts';
import { DescriptionList } from '../../ui/layout/DescriptionList.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { detailOf } from '../../wire/looking.actors.ts';
import { sumText } from './BatchQuestion.tsx';

export const listTotals = detailOf('/totalesGiros');

/** Totals by way and by bank of all payments of a list that match its search, on whatever page. */
export function ListTotals({
  lista,
  buscar = '',
  machine = listTotals,
}: {
  lista: PaymentList;
  buscar?: string | undefined;
  machine?: typeof listTotals | undefined;
}) {
  const key = { lista, buscar };
  const [snapshot, send] = useActor(machine, { input: { key } });
  useNewQuestion(key, (next) => send({ type: 'ASK', key: next }));
  const totals = dataOf(snapshot);
  const load = loadOf(snapshot, send);
  if (load.failed || totals === null) return <LoadSection {...load} />;
  const { vias, bancos } = totals;
  return vias.length === 0 ? null : (
    <Section title="Totales por vía y por banco">
      <DescriptionList
        pairs
        items={[...vias, ...bancos].map((total) => ({
          label: total.nombre,
          value: sumText(total),
        }))}
      />
    </Section>
  );
}
