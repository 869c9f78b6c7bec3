import { chakra } from '@chakra-ui/react/styled-system';
import { useFormikContext } from 'formik';
import { CircleCheck, Save, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EventFrom } from 'xstate';
import { denominations, maximumNote } from '#contract/calls/fund.calls.ts';
import { differenceInWords, differenceOf } from '#machines/domain/fund/fund.ts';
import { formatPesos, toCentavos, toPesos } from '#machines/domain/values/money.ts';
import {
  type CashCount,
  type CashCountSnapshot,
  type CashCounts,
  type CountValues,
  type cashCountMachine,
  countOf,
  countedFundOf,
  initialCount,
  valueRefusals,
} from '#machines/flows/fund/cash-count.machine.ts';
import { isPending, problemOf } from '#machines/flows/steps/result.ts';
import { ProblemAlert, formErrors } from '../../app/problems/ProblemAlert.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { UnsavedGuard } from '../../ui/fields/InvalidFields.tsx';
import { Money } from '../../ui/layout/Money.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { newIdempotencyKey } from '../../wire/client.ts';

/** 'Billete de $ 50.000' */
export const denominationName = ({ clase, valor }: { clase: string; valor: number }): string =>
  `${clase === 'billete' ? 'Billete' : 'Moneda'} de ${formatPesos(valor)}`;

type Counted = Pick<
  CashCount,
  'base' | 'en_caja' | 'en_proceso' | 'por_girar' | 'a_cargo_tienda' | 'efectivo'
>;

/** Centavos of cash and receipts above the base; negative when money is missing. */
export const differenceOfCount = (count: Counted): number =>
  differenceOf(countedFundOf(count), toCentavos(count.efectivo));

/** Difference of a count as a badge with colour, icon and text. */
export function DifferenceBadge({ count }: { count: Counted }) {
  const difference = differenceOfCount(count);
  const tone = difference < 0 ? 'danger' : 'warning';
  return (
    <StatusBadge
      tone={difference === 0 ? 'success' : tone}
      icon={difference === 0 ? CircleCheck : TriangleAlert}
      label={differenceInWords(difference).replace('$ ', '$\u00a0')}
    />
  );
}

/** Sum of cash and receipts, compared with the base. @param begun false before anything is entered */
export function CountedFund({ count, begun = true }: { count: Counted; begun?: boolean }) {
  const { efectivo, en_caja, en_proceso, por_girar, a_cargo_tienda } = count;
  const total = efectivo + en_caja + en_proceso + por_girar + a_cargo_tienda;
  const lines = [
    ['Efectivo contado', count.efectivo],
    ['+ Soportes en la caja abierta', count.en_caja],
    ['+ Soportes en proceso de reembolso', count.en_proceso],
    ...(por_girar > 0 ? [['+ Por girar', por_girar] as const] : []),
    ...(a_cargo_tienda > 0 ? [['+ A cargo del responsable', a_cargo_tienda] as const] : []),
    ['= Efectivo y soportes', total],
    ['− Base del fondo', count.base],
  ] as const;
  return (
    <chakra.dl aria-label="Arqueo" maxW="md" display="grid" gap="1">
      {lines.map(([label, pesos]) => (
        <Line key={label} label={label} strong={label.startsWith('=')}>
          <Money strong={label.startsWith('=')}>{formatPesos(pesos)}</Money>
        </Line>
      ))}
      <Line label="Diferencia" strong>
        {begun ? <DifferenceBadge count={count} /> : '—'}
      </Line>
    </chakra.dl>
  );
}

function Line({
  label,
  strong,
  children,
}: {
  label: string;
  strong: boolean;
  children: ReactNode;
}) {
  return (
    <chakra.div
      display="flex"
      justifyContent="space-between"
      alignItems="center"
      gap="3"
      {...(strong && { borderTopWidth: '1px', pt: '1', fontWeight: 'semibold' })}
    >
      <dt>{label}</dt>
      <dd>{children}</dd>
    </chakra.div>
  );
}

interface CashCountFormProps {
  snapshot: CashCountSnapshot;
  send: (event: EventFrom<typeof cashCountMachine>) => void;
  counts: CashCounts;
}

/** Form for a new count: pieces of each denomination, comparison with the fund, and a note on the difference. */
export function CashCountForm({ snapshot, send, counts }: CashCountFormProps) {
  const event = (values: CountValues) =>
    ({ type: 'SAVE', values, idempotencyKey: newIdempotencyKey() }) as const;
  const open = snapshot.can(event(initialCount));
  return (
    <Section
      title="Nuevo arqueo"
      description="Cuente billetes y monedas. Queda con su nombre y la fecha, y no se puede cambiar."
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

/** One numeric field per note and coin. */
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

/** Running total of the entered pieces, compared with the fund; a difference requires a note. */
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
