import { chakra } from '@chakra-ui/react/styled-system';
import { useFormikContext } from 'formik';
import { Plus } from 'lucide-react';
import { calls, type RequestOf } from '#contract/contract.ts';
import { typedPesos } from '#contract/typed-values.ts';
import { openingOfForm, restOf } from '#machines/domain/fund/opening.ts';
import { formatMoney, formatPesos } from '#machines/domain/values/money.ts';
import { type FundMovements, movementKind } from '#machines/flows/payments/payment.kinds.ts';
import { isActing, mayAct, reasonsFor, wasDone } from '#machines/flows/records/acting.machine.ts';
import { refusalsOfSchema } from '#machines/flows/steps/date-range.form.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { Submission } from '../../shell/problems/Submission.tsx';
import { LoadProblem, LoadSection, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { formErrors } from '../../shell/problems/ProblemAlert.tsx';
import { movementActUrl } from '../../shell/screens/paths.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { ButtonRow, FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { MoneyField } from '../../ui/fields/MoneyField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { serverToday } from '../../wire/server-clock.ts';
import { movementsOf, useActing } from '../payments/payments.actors.ts';
import { SettlingForm } from './SettlingForm.tsx';

type Flow = ReturnType<typeof useActing<FundMovements, { id_tienda: number }, OpeningPath>>;
type OpeningPath = Parameters<typeof movementKind.refusals>[0]['path'];

/** The opening of a store: its form, or what was opened and the way to take it back; nothing once the fund has moved. */
export function StoreOpening({
  idTienda,
  machine = movementsOf,
}: {
  idTienda: number;
  machine?: typeof movementsOf;
}) {
  const flow = useActing(machine, { id_tienda: idTienda });
  const { snapshot, send } = flow;
  const { failed, ...load } = loadOf(snapshot, send);
  if (failed) return load.forbidden ? null : <LoadProblem {...load} />;
  const data = dataOf(snapshot);
  if (data === null) return <LoadSection failed={false} {...load} />;
  const opening = data.movimientos.find(({ puede }) =>
    puede.some(({ evento }) => evento === 'MOVEMENT.TAKE_BACK'),
  );
  const outcome = (
    <Submission snapshot={snapshot} send={send}>
      {wasDone(snapshot) ? 'Datos almacenados' : null}
    </Submission>
  );
  if (opening !== undefined)
    return (
      <>
        {outcome}
        <Section title="Apertura">
          <p>{opening.motivo}</p>
          <ButtonRow align="start">
            <LinkButton href={movementActUrl(opening.id)} size="sm" variant="outline">
              Acta
            </LinkButton>
          </ButtonRow>
        </Section>
        <SettlingForm
          flow={flow}
          kind={movementKind}
          title="Deshacer la apertura"
          subject="Se puede mientras nada la haya seguido."
          label="Por qué"
          asksDay={false}
          requestOf={({ texto }) => ({
            path: '/deshacerApertura',
            body: { id_movimiento: opening.id, motivo: texto.trim() },
          })}
        />
      </>
    );
  return (
    <>
      {outcome}
      {data.por_abrir === 1 ? <OpeningForm flow={flow} fund={data} /> : null}
    </>
  );
}

interface BoxValues {
  /** Place of its row, from 1. */
  clave: number;
  numero: string;
  valor: string;
  dia: string;
}

interface Values {
  base: string;
  efectivo: string;
  debe: string;
  sin_registrar: string;
  siguiente: string;
  cajas: BoxValues[];
}

const noBox = (clave: number): BoxValues => ({ clave, numero: '', valor: '', dia: '' });

const pesos = (typed: string): number => typedPesos(typed) ?? 0;

/** Empty rows of boxes are left out. */
const bodyOf = (id_tienda: number, values: Values): RequestOf<'/abrirFondo'> => ({
  id_tienda,
  base: pesos(values.base),
  efectivo: pesos(values.efectivo),
  debe: pesos(values.debe),
  sin_registrar: pesos(values.sin_registrar),
  siguiente: Number(values.siguiente),
  cajas: values.cajas
    .filter(({ numero, valor, dia }) => `${numero}${valor}${dia}`.trim() !== '')
    .map(({ numero, valor, dia }) => ({ numero: Number(numero), valor: pesos(valor), dia })),
});

/** What of the base is in the drawer, and what is out of it; the rest is shown while the user types. */
function OpeningForm({ flow, fund }: { flow: Flow; fund: FundMovements }) {
  const { snapshot, act } = flow;
  const requestOf = (values: Values) => ({
    path: '/abrirFondo' as const,
    body: bodyOf(fund.id_tienda, values),
  });
  return (
    <Section
      title="Apertura"
      description="Para una tienda que ya manejaba su fondo: qué hay en el cajón y qué está por fuera."
    >
      <Form<Values>
        label="Apertura"
        initialValues={{
          base: String(fund.base),
          efectivo: '',
          debe: '',
          sin_registrar: '',
          siguiente: '1',
          cajas: [noBox(1)],
        }}
        validate={(values) =>
          formErrors(refusalsOfSchema(calls['/abrirFondo'].body, requestOf(values).body))
        }
        onSubmit={(values) => act(requestOf(values))}
      >
        {({ values }) => (
          <>
            <FieldGrid columns={2}>
              <MoneyField name="base" label="Fondo" required />
              <MoneyField name="efectivo" label="Efectivo contado" required />
              <MoneyField name="debe" label="A cargo de quien responde" help="Opcional" />
              <MoneyField
                name="sin_registrar"
                label="Recibos sin registrar"
                help="Quedan como un vale de quien responde"
              />
              <TextField
                name="siguiente"
                label="Número de la próxima caja"
                inputMode="numeric"
                maxLength={7}
                required
              />
            </FieldGrid>
            <EarlierBoxes />
            <Rest values={values} idTienda={fund.id_tienda} />
            <ButtonRow>
              <GuardedButton
                type="submit"
                waiting={!mayAct(snapshot)}
                busy={isActing(snapshot, '/abrirFondo') && 'Guardando…'}
                reasons={reasonsFor(movementKind, snapshot, requestOf(values))}
              >
                Abrir el fondo
              </GuardedButton>
            </ButtonRow>
          </>
        )}
      </Form>
    </Section>
  );
}

/** Boxes that were sent before, in rows; another one can be added. */
function EarlierBoxes() {
  const { values, setFieldValue } = useFormikContext<Values>();
  return (
    <chakra.fieldset display="grid" gap="3" border="0" minW="0">
      <chakra.legend fontWeight="semibold" mb="2">
        Cajas ya enviadas, sin girar
      </chakra.legend>
      {values.cajas.map(({ clave }, place) => (
        <FieldGrid key={clave} columns={3}>
          <TextField
            name={`cajas.${place}.numero`}
            label={`Número de la caja ${clave}`}
            inputMode="numeric"
            maxLength={7}
          />
          <MoneyField name={`cajas.${place}.valor`} label={`Valor de la caja ${clave}`} />
          <DateField
            name={`cajas.${place}.dia`}
            label={`Día de la caja ${clave}`}
            bounds={{ max: serverToday() }}
          />
        </FieldGrid>
      ))}
      <ButtonRow align="start">
        <GuardedButton
          size="sm"
          variant="outline"
          icon={Plus}
          onClick={() =>
            void setFieldValue('cajas', [...values.cajas, noBox(values.cajas.length + 1)])
          }
        >
          Otra caja
        </GuardedButton>
      </ButtonRow>
    </chakra.fieldset>
  );
}

function Rest({ values, idTienda }: { values: Values; idTienda: number }) {
  const rest = restOf(openingOfForm(bodyOf(idTienda, values)));
  return (
    <chakra.p fontWeight="semibold" aria-live="polite">
      {rest < 0
        ? `Sobran ${formatMoney(-rest)} del fondo de ${formatPesos(pesos(values.base))}.`
        : `Quedan por girar ${formatMoney(rest)}.`}
    </chakra.p>
  );
}
