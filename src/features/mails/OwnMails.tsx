import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { useFormikContext } from 'formik';
import { useId } from 'react';
import { type MailKind, type MailTime, mailTimes } from '#contract/calls/mails.calls.ts';
import { isOfStore } from '#machines/domain/people/mail-choice.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { successes } from '#contract/errors.ts';
import { isDone } from '#machines/flows/records/command.machine.ts';
import { dataOf, isLoading, isPending, problemOf } from '#machines/flows/steps/result.ts';
import { LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { ProblemAlert } from '../../shell/problems/ProblemAlert.tsx';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { ChoiceInput } from '../../ui/fields/RadioGroupField.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { commandOf } from '../records/CommandOutcome.tsx';

export const ownMails = commandOf('/misCorreos', '/guardarMisCorreos');
const options = { input: { key: {} } };

const timeNames: Record<MailTime, string> = {
  inmediato: 'De inmediato',
  diario: 'Una vez al día',
  nunca: 'Nunca',
};

const kindName = (kind: MailKind, profile: number): string =>
  ({
    llegada: isOfStore(profile)
      ? 'Una caja revisada espera los soportes'
      : 'Llega una caja para revisar',
    rechazo: 'Hay gastos rechazados en una caja',
    cierre: 'Se cierra una caja',
    demora: 'Una caja espera más de lo previsto',
    fondo: 'Queda poco dinero en el fondo',
  })[kind];

type Choices = Partial<Record<MailKind, MailTime>>;

export interface OwnMailsProps {
  profile: number;
  machine?: typeof ownMails | undefined;
}

/** Mis correos: the mails that the user receives, and how often. */
export default function OwnMails({ profile, machine = ownMails }: OwnMailsProps) {
  const [snapshot, send] = useActor(machine, options);
  const mails = dataOf(snapshot);
  const load = loadOf(snapshot, send);
  if (load.failed || mails === null || isLoading(snapshot)) return <LoadSection {...load} />;
  const initial: Choices = Object.fromEntries(
    mails.correos.map(({ tipo, cuando }) => [tipo, cuando]),
  );
  return (
    <Section
      title="Mis correos"
      description={`Llegan a ${mails.email}. El de una vez al día sale a las ${mails.hora} y reúne todo lo del día.`}
    >
      <Form
        label="Mis correos"
        initialValues={initial}
        onSubmit={(request) => send({ type: 'SEND', request })}
      >
        <ChoiceTable rows={mails.correos} profile={profile} disabled={isPending(snapshot)} />
        <ProblemAlert problem={problemOf(snapshot)} title="Sus correos no se han guardado" />
        {isDone(snapshot) ? (
          <InlineAlert tone="success" isResult>
            {successes.saved}
          </InlineAlert>
        ) : null}
        <ButtonRow>
          <GuardedButton type="submit" variant="outline" busy={isPending(snapshot) && 'Guardando…'}>
            Guardar correos
          </GuardedButton>
        </ButtonRow>
      </Form>
    </Section>
  );
}

interface ChoiceTableProps {
  rows: AnswerOf<'/misCorreos'>['correos'];
  profile: number;
  disabled: boolean;
}

/** Radio table: one row per kind of mail, one column per frequency. */
function ChoiceTable({ rows, profile, disabled }: ChoiceTableProps) {
  const { values, setFieldValue } = useFormikContext<Choices>();
  const id = useId();
  return (
    <chakra.table width="full" css={{ borderCollapse: 'collapse' }}>
      <thead>
        <tr>
          <chakra.th scope="col" textAlign="start" textStyle="sm" pb="2" verticalAlign="bottom">
            Correo
          </chakra.th>
          {mailTimes.map((time) => (
            <chakra.th key={time} scope="col" textStyle="sm" px="1" pb="2" verticalAlign="bottom">
              {timeNames[time]}
            </chakra.th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ tipo, opciones }) => (
          <chakra.tr key={tipo} borderTopWidth="1px" borderColor="border">
            <chakra.th scope="row" textAlign="start" fontWeight="normal" py="2.5" pe="2">
              {kindName(tipo, profile)}
              {opciones.includes('inmediato') ? null : (
                <chakra.span display="block" textStyle="xs" color="fg.muted">
                  Solo en el resumen diario.
                </chakra.span>
              )}
            </chakra.th>
            {mailTimes.map((time) => (
              <chakra.td key={time} textAlign="center" px="1">
                {opciones.includes(time) ? (
                  <chakra.label
                    htmlFor={`${id}-${tipo}-${time}`}
                    display="inline-grid"
                    placeItems="center"
                    boxSize={{ base: '11', md: '9' }}
                  >
                    <ChoiceInput
                      type="radio"
                      id={`${id}-${tipo}-${time}`}
                      name={`${id}-${tipo}`}
                      aria-label={`${kindName(tipo, profile)}: ${timeNames[time]}`}
                      checked={values[tipo] === time}
                      disabled={disabled}
                      onChange={() => void setFieldValue(tipo, time)}
                    />
                  </chakra.label>
                ) : (
                  <chakra.span color="fg.muted">—</chakra.span>
                )}
              </chakra.td>
            ))}
          </chakra.tr>
        ))}
      </tbody>
    </chakra.table>
  );
}
