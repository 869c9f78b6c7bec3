import { chakra } from '@chakra-ui/react/styled-system';
import type { CallPath } from '#contract/contract.ts';
import {
  type ActingKind,
  isActing,
  mayAct,
  reasonsFor,
} from '#machines/flows/records/acting.machine.ts';
import type { RequestTo } from '#machines/flows/records/record-form.machine.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { ButtonRow, FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { MoneyField } from '../../ui/fields/MoneyField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { serverToday } from '../../wire/server-clock.ts';
import type { useActing } from '../payments/payments.actors.ts';

export interface Settled {
  dia: string;
  texto: string;
  valor: string;
}

interface SettlingFormProps<Data, Path extends CallPath> {
  flow: ReturnType<typeof useActing<Data, { id_tienda: number }, Path>>;
  kind: ActingKind<Data, Path>;
  title: string;
  /** What is settled: concept, amount and debtor. */
  subject: string;
  /** Label of the text. */
  label: string;
  asksDay: boolean;
  /** Label of an amount, where it is asked. */
  asksMoney?: string | undefined;
  requestOf: (filled: Settled) => RequestTo<Path>;
}

/** Day and text with which a movement or a debt is settled. */
export function SettlingForm<Data, Path extends CallPath>({
  flow: { snapshot, act },
  kind,
  title,
  subject,
  label,
  asksDay,
  asksMoney,
  requestOf,
}: SettlingFormProps<Data, Path>) {
  const today = serverToday();
  return (
    <Section title={title}>
      <Form<Settled>
        label={title}
        initialValues={{ dia: today, texto: '', valor: '' }}
        onSubmit={(filled) => act(requestOf(filled))}
      >
        {({ values }) => {
          const request = requestOf(values);
          return (
            <>
              <chakra.p>{subject}</chakra.p>
              <FieldGrid columns={2}>
                {asksDay ? (
                  <DateField name="dia" label="Día" bounds={{ max: today }} required />
                ) : null}
                {asksMoney === undefined ? null : (
                  <MoneyField name="valor" label={asksMoney} required />
                )}
                <TextField name="texto" label={label} maxLength={200} required />
              </FieldGrid>
              <ButtonRow>
                <GuardedButton
                  type="submit"
                  waiting={!mayAct(snapshot)}
                  busy={isActing(snapshot, request.path) && 'Guardando…'}
                  reasons={reasonsFor(kind, snapshot, request)}
                >
                  Guardar
                </GuardedButton>
              </ButtonRow>
            </>
          );
        }}
      </Form>
    </Section>
  );
}
