import { chakra } from '@chakra-ui/react/styled-system';
import { useFormikContext } from 'formik';
import { CircleCheck, Save, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { denominations } from '#contract/cash.ts';
import { maximumNote } from '#contract/calls/fund.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import { countStates } from '#machines/domain/fund/count.machine.ts';
import { formatMoney, formatPesos } from '#machines/domain/values/money.ts';
import {
  type CashCount,
  type CashCounts,
  type CountPath,
  type CountValues,
  cashTyped,
  countKind,
  differenceWords,
  initialCount,
  quantitiesOf,
  quantityRefusals,
  settlementOf,
} from '#machines/flows/fund/cash-count.kind.ts';
import { isActing, mayAct, reasonsFor } from '#machines/flows/records/acting.machine.ts';
import { formErrors } from '../../shell/problems/ProblemAlert.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { DateField } from '../../ui/fields/DateField.tsx';
import { ButtonRow, FieldGrid, StickyBar } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { TextAreaField } from '../../ui/fields/TextAreaField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { UnsavedGuard } from '../../ui/fields/InvalidFields.tsx';
import { Money } from '../../ui/layout/Money.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { serverToday } from '../../wire/server-clock.ts';
import type { useActing } from '../payments/payments.actors.ts';

export type CountFlow = ReturnType<typeof useActing<CashCounts, RequestOf<'/arqueos'>, CountPath>>;

/** 'Billete de $ 50.000' */
export const denominationName = ({ clase, valor }: { clase: string; valor: number }): string =>
  `${clase === 'billete' ? 'Billete' : 'Moneda'} de ${formatPesos(valor)}`;

/** Difference of a count as a badge with colour, icon and text. */
export function DifferenceBadge({ count }: { count: CashCount }) {
  const { diferencia, estado } = count;
  const agrees = diferencia === 0 || estado === countStates.agrees.codigo;
  const tone = diferencia < 0 ? 'danger' : 'warning';
  return (
    <StatusBadge
      tone={agrees ? 'success' : tone}
      icon={agrees ? CircleCheck : TriangleAlert}
      label={differenceWords(count).replace('$ ', '$\u00a0')}
    />
  );
}

/** Sum of cash, receipts and money on its way, compared with the base. */
export function CountedFund({ count }: { count: CashCount }) {
  const { efectivo, en_caja, en_proceso, por_girar, a_cargo_tienda, sin_recibir } = count;
  const total = efectivo + en_caja + en_proceso + por_girar + a_cargo_tienda + sin_recibir;
  const lines = [
    ['Efectivo contado', count.efectivo],
    ['+ Soportes en la caja abierta', en_caja],
    ['+ Soportes en proceso de reembolso', en_proceso],
    ...(por_girar > 0 ? [['+ Por girar', por_girar] as const] : []),
    ...(sin_recibir > 0 ? [['+ Girado, sin recibir', sin_recibir] as const] : []),
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
        <DifferenceBadge count={count} />
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

/** Form for a new count. The expected amount appears once it is saved. */
export function CashCountForm({
  flow: { snapshot, act },
  idTienda,
}: {
  flow: CountFlow;
  idTienda: number;
}) {
  return (
    <Section
      title="Nuevo arqueo"
      description="Al guardar verá cuánto debe haber. Lo contado queda con su nombre y no se cambia."
    >
      <Form<CountValues>
        label="Nuevo arqueo"
        initialValues={initialCount}
        validate={(values) => formErrors(quantityRefusals(values))}
        onSubmit={(values) =>
          act({
            path: '/guardarArqueo',
            body: { id_tienda: idTienda, cantidades: quantitiesOf(values) },
          })
        }
      >
        <UnsavedGuard saved={false} />
        <chakra.fieldset
          disabled={!mayAct(snapshot)}
          minW="0"
          display="grid"
          gap="5"
          // Keeps the focused field clear of the sum.
          css={{ '& input': { scrollMarginBottom: '6rem' } }}
        >
          <Pieces />
        </chakra.fieldset>
        <StickyBar>
          <chakra.div
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            justifyContent="space-between"
            gap="3"
          >
            <TypedCash />
            <GuardedButton
              type="submit"
              icon={Save}
              waiting={!mayAct(snapshot)}
              busy={isActing(snapshot, '/guardarArqueo') && 'Guardando…'}
            >
              Guardar arqueo
            </GuardedButton>
          </chakra.div>
        </StickyBar>
      </Form>
    </Section>
  );
}

/** One numeric field per note and coin, first the notes. */
function Pieces() {
  return (['billete', 'moneda'] as const).map((kind) => (
    <chakra.div
      key={kind}
      display="grid"
      gap="3"
      alignItems="end"
      gridTemplateColumns={{
        base: 'repeat(2, minmax(0, 1fr))',
        md: 'repeat(4, minmax(0, 1fr))',
        xl: 'repeat(7, minmax(0, 1fr))',
      }}
    >
      {denominations.map((denomination, place) =>
        denomination.clase === kind ? (
          <TextField
            key={denominationName(denomination)}
            name={`cantidades.${place}`}
            // Wraps before the amount.
            label={denominationName(denomination).replace('$ ', '$\u00a0')}
            inputMode="numeric"
            maxLength={5}
            placeholder="0"
          />
        ) : null,
      )}
    </chakra.div>
  ));
}

function TypedCash() {
  const { values } = useFormikContext<CountValues>();
  return (
    <chakra.output aria-label="Efectivo contado">
      Efectivo contado: <Money strong>{formatMoney(cashTyped(values))}</Money>
    </chakra.output>
  );
}

/** Who counted explains the difference, once it is known. */
export function ExplanationForm({
  flow: { snapshot, act },
  count,
}: {
  flow: CountFlow;
  count: CashCount;
}) {
  return (
    <Form<{ nota: string }>
      label="Explicar la diferencia"
      initialValues={{ nota: '' }}
      onSubmit={({ nota }) =>
        act({ path: '/explicarArqueo', body: { id_arqueo: count.id, nota: nota.trim() } })
      }
    >
      {({ values: { nota } }) => (
        <>
          <TextAreaField
            name="nota"
            label="Qué explica la diferencia"
            rows={2}
            maxLength={maximumNote}
            help="El supervisor o contabilidad la resuelve."
            required
          />
          <ButtonRow>
            <GuardedButton
              type="submit"
              waiting={!mayAct(snapshot)}
              busy={isActing(snapshot, '/explicarArqueo') && 'Guardando…'}
              reasons={reasonsFor(countKind, snapshot, {
                path: '/explicarArqueo',
                body: { id_arqueo: count.id, nota },
              })}
            >
              Guardar explicación
            </GuardedButton>
          </ButtonRow>
        </>
      )}
    </Form>
  );
}

const settlementTexts = {
  aCargo: { title: 'Dejar el faltante a cargo', button: 'Dejar a cargo' },
  entregado: { title: 'Recibir el sobrante por la empresa', button: 'Guardar entrega' },
  recontado: { title: 'Aceptar el arqueo posterior', button: 'Aceptar' },
} as const;

/** Another person settles the difference. */
export function SettlementForm({
  flow: { snapshot, act },
  count,
  counts,
}: {
  flow: CountFlow;
  count: CashCount;
  counts: CashCounts;
}) {
  const como = settlementOf(count, counts);
  const { title, button } = settlementTexts[como];
  const today = serverToday();
  const requestOf = (values: { motivo: string; dia: string; referencia: string }) => {
    const { motivo, dia, referencia } = values;
    const facts =
      como === 'entregado' ? { dia, referencia: referencia.trim() } : { motivo: motivo.trim() };
    return { path: '/resolverArqueo', body: { id_arqueo: count.id, como, ...facts } } as const;
  };
  return (
    <Section title={title}>
      <Form
        label={title}
        initialValues={{ motivo: '', dia: today, referencia: '' }}
        onSubmit={(values) => act(requestOf(values))}
      >
        {({ values }) => (
          <>
            {como === 'aCargo' ? (
              <chakra.p>{`${differenceWords(count)} a cargo de ${count.responsable}.`}</chakra.p>
            ) : null}
            <FieldGrid columns={2}>
              {como === 'entregado' ? (
                <>
                  <DateField name="dia" label="Día" bounds={{ max: today }} required />
                  <TextField name="referencia" label="Referencia" maxLength={60} required />
                </>
              ) : (
                <TextField name="motivo" label="Motivo" maxLength={maximumNote} required />
              )}
            </FieldGrid>
            <ButtonRow>
              <GuardedButton
                type="submit"
                waiting={!mayAct(snapshot)}
                busy={isActing(snapshot, '/resolverArqueo') && 'Guardando…'}
                reasons={reasonsFor(countKind, snapshot, requestOf(values))}
              >
                {button}
              </GuardedButton>
            </ButtonRow>
          </>
        )}
      </Form>
    </Section>
  );
}
