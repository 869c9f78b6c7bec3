import type { ActorRefFrom } from 'xstate';
import type { invoiceImportMachine } from '#machines/flows/invoices/invoice-import.machine.ts';
import { isPending } from '#machines/flows/flow.selectors.ts';
import {
  type ImportTotals,
  isFinished,
  isIncomplete,
  percentOf,
  problemOf,
} from '#machines/flows/invoices/invoice-import.selectors.ts';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { ProgressBar } from '../../components/ProgressBar.tsx';
import { useSnapshot } from '../../components/use-snapshot.ts';

const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

const summaryOf = ({ nueva, repetida, rechazada, gastos }: ImportTotals): string =>
  [
    counted(nueva, 'factura importada', 'facturas importadas'),
    counted(repetida, 'repetida', 'repetidas'),
    counted(rechazada, 'rechazada', 'rechazadas'),
    counted(gastos, 'gasto enlazado', 'gastos enlazados'),
  ].join(' · ');

interface ImportProgressProps {
  importing: ActorRefFrom<typeof invoiceImportMachine>;
  totals: ImportTotals;
}

/** Progress of the import, with the next steps when it is over or something did not arrive. */
export function ImportProgress({ importing, totals }: ImportProgressProps) {
  const snapshot = useSnapshot(importing);
  const problem = problemOf(snapshot);
  const pending = totals.archivos - totals.leidos;
  return (
    <>
      {isPending(snapshot) ? (
        <ProgressBar
          label={`Enviando los archivos: ${totals.leidos} de ${totals.archivos} leídos`}
          value={percentOf(snapshot)}
        />
      ) : null}
      {isIncomplete(snapshot) ? (
        <InlineAlert
          tone="danger"
          title={`${counted(pending, 'archivo no llegó', 'archivos no llegaron')} al servidor`}
          action={
            <GuardedButton onClick={() => importing.send({ type: 'RETRY' })}>
              Reintentar los que no llegaron
            </GuardedButton>
          }
        >
          {problem?.msg} Siguen en la lista y no se pierden.
          {problem?.codigo_soporte ? ` Código de soporte: ${problem.codigo_soporte}` : ''}
        </InlineAlert>
      ) : null}
      {isFinished(snapshot) ? (
        <InlineAlert
          tone={totals.rechazada > 0 ? 'warning' : 'success'}
          title="La importación terminó"
          action={
            <GuardedButton variant="outline" onClick={() => importing.send({ type: 'CLEAR' })}>
              Limpiar la lista
            </GuardedButton>
          }
        >
          {summaryOf(totals)}
        </InlineAlert>
      ) : null}
    </>
  );
}
