import { chakra } from '@chakra-ui/react/styled-system';
import { useFormikContext } from 'formik';
import { Save } from 'lucide-react';
import type { EventFrom } from 'xstate';
import { denominations, maximumNote } from '#contract/calls/fund.calls.ts';
import { formatPesos, toPesos } from '#machines/domain/values/money.ts';
import {
  type CashCountSnapshot,
  type CashCounts,
  type CountValues,
  type cashCountMachine,
  countOf,
  initialCount,
  valueRefusals,
} from '#machines/flows/fund/cash-count.machine.ts';
import { isPending, problemOf } from '#machines/flows/steps/result.ts';
import { newIdempotencyKey } from '../../wire/idempotency-key.ts';
import { ButtonRow } from '../../ui/fields/ButtonRow.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { UnsavedGuard } from '../../ui/fields/UnsavedGuard.tsx';
import { formErrors } from '../../app/problems/form-errors.ts';
import { ProblemAlert } from '../../app/problems/ProblemAlert.tsx';
import { CountedFund } from './CountedFund.tsx';
import { denominationName } from './denomination-name.ts';

interface CashCountFormProps {
  snapshot: CashCountSnapshot;
  send: (event: EventFrom<typeof cashCountMachine>) => void;
  counts: CashCounts;
}

/** A new count: pieces of each denomination, what they make against the fund, and a note of the difference. */
export function CashCountForm({ snapshot, send, counts }: CashCountFormProps) {
  const event = (values: CountValues) =>
    ({ type: 'SAVE', values, idempotencyKey: newIdempotencyKey() }) as const;
  const open = snapshot.can(event(initialCount));
  return (
    <Section
      title="Nuevo arqueo"
      description="Cuente los billetes y las monedas de la caja. Queda firmado con su nombre y la fecha, y no se puede cambiar."
    >
      <Form<CountValues>
        label="Nuevo arqueo"
        initialValues={initialCount}
        validate={(values) => formErrors(valueRefusals(values, counts))}
        onSubmit={(values) => send(event(values))}
      >
        <UnsavedGuard saved={false} />
        <chakra.fieldset disabled={!open} minW="0" display="grid" gap="5">
          <Pieces />
          <Outcome counts={counts} />
        </chakra.fieldset>
        <ProblemAlert problem={problemOf(snapshot)} title="No se guardó el arqueo">
          {snapshot.can({ type: 'RETRY' }) ? (
            <GuardedButton variant="outline" onClick={() => send({ type: 'RETRY' })}>
              Reintentar
            </GuardedButton>
          ) : null}
        </ProblemAlert>
        <ButtonRow>
          <GuardedButton
            type="submit"
            icon={Save}
            waiting={!open}
            busy={isPending(snapshot) && 'Guardando…'}
          >
            Guardar arqueo
          </GuardedButton>
        </ButtonRow>
      </Form>
    </Section>
  );
}

/** One field for each note and coin, in as many columns as there is space for. */
function Pieces() {
  return (
    <chakra.div
      display="grid"
      gap="3"
      gridTemplateColumns={{
        base: 'repeat(2, minmax(0, 1fr))',
        md: 'repeat(4, minmax(0, 1fr))',
        xl: 'repeat(6, minmax(0, 1fr))',
      }}
    >
      {denominations.map((denomination, place) => (
        <TextField
          key={denominationName(denomination)}
          name={`cantidades.${place}`}
          label={denominationName(denomination)}
          inputMode="numeric"
          maxLength={5}
          placeholder="0"
        />
      ))}
    </chakra.div>
  );
}

/** Sum of what is typed so far, against the fund; a difference asks for its note. */
function Outcome({ counts }: { counts: CashCounts }) {
  const { values } = useFormikContext<CountValues>();
  const { cash, difference } = countOf(values, counts);
  const begun = values.cantidades.some((typed) => typed !== '');
  return (
    <chakra.div
      display="grid"
      gap="5"
      gridTemplateColumns={{ lg: 'repeat(2, minmax(0, 1fr))' }}
      alignItems="start"
    >
      <CountedFund count={{ ...counts, efectivo: toPesos(cash) }} begun={begun} />
      <TextAreaField
        name="nota"
        label="Nota"
        required={difference !== 0}
        maxLength={maximumNote}
        help={
          difference === 0
            ? 'Opcional'
            : `Debe haber ${formatPesos(counts.disponible)} en efectivo: explique la diferencia.`
        }
      />
    </chakra.div>
  );
}
