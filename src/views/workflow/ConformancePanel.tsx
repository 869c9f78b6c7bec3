import { useActor } from '@xstate/react';
import { CircleStop, ShieldCheck, StepForward } from 'lucide-react';
import {
  conformanceOf,
  failedToCheck,
  isChecking,
  isFinished,
  isStopped,
  percentOf,
  shareOf,
  showsFindings,
} from '#machines/flows/workflow/workflow-conformance.machine.ts';
import { problemOf } from '#machines/flows/flow.selectors.ts';
import type { workflowConformance } from '../../actors/workflow.actors.ts';
import { ButtonRow } from '../../components/ButtonRow.tsx';
import { TableSection } from '../../components/TableSection.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { ProgressBar } from '../../components/ProgressBar.tsx';
import { Section } from '../../components/Section.tsx';
import { StatTile } from '../../components/StatTile.tsx';
import { TileGrid } from '../../components/TileGrid.tsx';
import { findingColumns, findingKey } from './finding-columns.tsx';
import { countOf } from './workflow-words.ts';

/** Checks that every box followed the law: replays their logs, slice after slice. */
export function ConformancePanel({ machine }: { machine: typeof workflowConformance }) {
  const [snapshot, send] = useActor(machine);
  const { total, revisadas, conformes, hallazgos } = conformanceOf(snapshot);
  const nonconforming = revisadas - conformes;
  const share = shareOf(snapshot);
  const checking = isChecking(snapshot);
  return (
    <>
      <Section
        title="Revisar todas las cajas"
        description="El registro de cada caja se recorre de nuevo desde su primer gasto, con las mismas máquinas que deciden hoy, y se compara con lo que está guardado."
      >
        <ButtonRow align="start">
          <GuardedButton
            icon={ShieldCheck}
            loading={checking}
            loadingLabel="Revisando…"
            onClick={() => send({ type: 'CHECK' })}
          >
            {showsFindings(snapshot) ? 'Revisar todas otra vez' : 'Revisar todas las cajas'}
          </GuardedButton>
          {checking ? (
            <GuardedButton
              variant="outline"
              icon={CircleStop}
              onClick={() => send({ type: 'STOP' })}
            >
              Detener
            </GuardedButton>
          ) : null}
          {isStopped(snapshot) ? (
            <GuardedButton
              variant="outline"
              icon={StepForward}
              onClick={() => send({ type: 'CONTINUE' })}
            >
              Continuar
            </GuardedButton>
          ) : null}
        </ButtonRow>
      </Section>
      {failedToCheck(snapshot) ? (
        <InlineAlert
          tone="danger"
          title="La revisión se interrumpió"
          action={
            <GuardedButton size="sm" onClick={() => send({ type: 'RETRY' })}>
              Reintentar desde donde iba
            </GuardedButton>
          }
        >
          {problemOf(snapshot)?.msg} Lo revisado hasta ahora se conserva.
        </InlineAlert>
      ) : null}
      {showsFindings(snapshot) ? (
        <>
          {isFinished(snapshot) ? null : (
            <ProgressBar
              label={`${countOf(revisadas)} de ${total === 0 ? '…' : countOf(total)} cajas revisadas`}
              value={percentOf(snapshot)}
              tone={failedToCheck(snapshot) ? 'danger' : 'primary'}
            />
          )}
          <TileGrid>
            <StatTile label="Cajas revisadas" value={countOf(revisadas)} />
            <StatTile
              label="Conformes"
              value={share === null ? '—' : conformShare(share)}
              hint="De las revisadas"
              tone={nonconforming === 0 ? 'success' : 'warning'}
            />
            <StatTile
              label="No conformes"
              value={countOf(nonconforming)}
              tone={nonconforming === 0 ? 'neutral' : 'danger'}
            />
          </TileGrid>
          {hallazgos.length === 0 ? (
            <InlineAlert tone="success">
              {isFinished(snapshot)
                ? 'Todas las cajas concuerdan con la ley'
                : 'Hasta ahora todas concuerdan'}
            </InlineAlert>
          ) : (
            <TableSection
              title="Cajas que no concuerdan"
              description="El evento exacto en el que el registro se aparta de la ley, y la condición que lo rechaza."
              columns={findingColumns}
              rows={hallazgos}
              rowKey={findingKey}
              searchPlaceholder="Buscar por tienda, evento o motivo"
            />
          )}
        </>
      ) : null}
    </>
  );
}

const tenths = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 });

/** Rounds down: 99,99 % is not all of them. */
const conformShare = (share: number): string =>
  `${tenths.format(Math.floor(share * 1_000) / 10)} %`;
