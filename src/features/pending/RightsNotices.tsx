import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { Check } from 'lucide-react';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { isDone, requestOf } from '#machines/flows/records/command.machine.ts';
import { dataOf, isPending } from '#machines/flows/steps/result.ts';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { DayAndTime } from '../../ui/layout/Money.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { CommandOutcome, commandOf } from '../records/CommandOutcome.tsx';

export const rightsNotices = commandOf('/misAvisos', '/leerAvisos');
const options = { input: { key: {} } };

const titles = { refused: 'El aviso sigue sin leer', unanswered: 'No se sabe si quedó leído' };

/** Notices about the rights of other people over payments, each until the user marks it as read; nothing without any. */
export function RightsNotices({
  machine = rightsNotices,
}: {
  machine?: typeof rightsNotices | undefined;
}) {
  const [snapshot, send] = useActor(machine, options);
  const load = loadOf(snapshot, send);
  if (load.failed) return <LoadSection {...load} />;
  const notices = dataOf(snapshot) ?? [];
  const done = isDone(snapshot);
  if (notices.length === 0 && !done) return null;
  const reading = isPending(snapshot) ? (requestOf(snapshot)?.avisos ?? []) : [];
  return (
    <Section
      title="Avisos"
      description="Cambios de otra persona en quienes mueven dinero. Si no los esperaba, avise hoy mismo."
    >
      <chakra.div css={{ '& > *': { marginBottom: '4' } }}>
        <CommandOutcome
          snapshot={snapshot}
          send={send}
          notice={done ? 'El aviso quedó como leído.' : null}
          titles={titles}
        />
      </chakra.div>
      <chakra.ul listStyleType="none" display="grid" gap="3">
        {notices.map(({ id, texto, creado }) => {
          const event = { type: 'SEND' as const, request: { avisos: [id] } };
          const busy = reading.includes(id);
          return (
            <chakra.li
              key={id}
              display="flex"
              flexWrap="wrap"
              alignItems="center"
              justifyContent="space-between"
              gap="3"
            >
              <chakra.div flex="1 1 15rem" minW="0" overflowWrap="anywhere">
                {texto}
                <chakra.div textStyle="sm" color="fg.muted">
                  <DayAndTime>{dateTimeInBogota(creado)}</DayAndTime>
                </chakra.div>
              </chakra.div>
              <GuardedButton
                size="sm"
                variant="outline"
                icon={Check}
                busy={busy && 'Guardando…'}
                waiting={!busy && !snapshot.can(event)}
                onClick={() => send(event)}
              >
                Leído
                <chakra.span srOnly>{`: ${texto}`}</chakra.span>
              </GuardedButton>
            </chakra.li>
          );
        })}
      </chakra.ul>
    </Section>
  );
}
