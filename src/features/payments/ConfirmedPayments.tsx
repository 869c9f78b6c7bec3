import { batchKind, paymentsFor } from '#machines/flows/payments/payment.kinds.ts';
import { isActing, mayAct, reasonsFor } from '#machines/flows/records/acting.machine.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { ButtonRow, FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { serverToday } from '../../wire/server-clock.ts';
import { type BatchPartProps, tickedIn } from './BatchAnswer.tsx';
import { nameOfPayment } from './payment-columns.tsx';

/** Returns and corrections of the confirmed payments of a batch. */
export function ConfirmedPayments(props: BatchPartProps) {
  const { facts } = props;
  return (
    <>
      {paymentsFor('PAYMENT.AGREE_RETURN', facts).length === 0 ? null : (
        <ProposedReturns {...props} />
      )}
      {paymentsFor('PAYMENT.PROPOSE_RETURN', facts).length === 0 ? null : (
        <ProposingReturn {...props} />
      )}
      {paymentsFor('PAYMENT.CORRECT', facts).length === 0 ? null : <Correction {...props} />}
    </>
  );
}

/** Decides the proposed returns of the ticked payments. */
function ProposedReturns({ flow, facts }: BatchPartProps) {
  const { snapshot, act } = flow;
  const cajas = tickedIn({ flow, facts });
  const resolve = (aprueba: 0 | 1) =>
    ({ path: '/resolverDevolucion', body: { cajas, aprueba } }) as const;
  const proposed = paymentsFor('PAYMENT.AGREE_RETURN', facts);
  return (
    <Section
      title="Devoluciones propuestas"
      description="Aprobadas, el giro vuelve a estar por girar; negadas, queda como estaba."
    >
      <ul>
        {proposed.map((payment) => (
          <li key={payment.id_caja}>
            {`${nameOfPayment(payment)}: ${payment.devolucion?.motivo} (propuesta por ${payment.devolucion?.propuesta_por})`}
          </li>
        ))}
      </ul>
      <ButtonRow>
        <GuardedButton
          variant="outline"
          waiting={!mayAct(snapshot)}
          reasons={reasonsFor(batchKind, snapshot, resolve(0))}
          onClick={() => act(resolve(0))}
        >
          Negar las marcadas
        </GuardedButton>
        <GuardedButton
          waiting={!mayAct(snapshot)}
          reasons={reasonsFor(batchKind, snapshot, resolve(1))}
          busy={isActing(snapshot, '/resolverDevolucion') && 'Guardando…'}
          onClick={() => act(resolve(1))}
        >
          Aprobar las marcadas
        </GuardedButton>
      </ButtonRow>
    </Section>
  );
}

/** Proposes the return of the ticked confirmed payments, with a reason. */
function ProposingReturn({ flow, facts }: BatchPartProps) {
  const { snapshot, act } = flow;
  const requestOf = (motivo: string) =>
    ({
      path: '/proponerDevolucion',
      body: { cajas: tickedIn({ flow, facts }), motivo: motivo.trim() },
    }) as const;
  return (
    <Section
      title="Proponer una devolución"
      description="De un giro confirmado que el banco devolvió o que no llegó: otra persona la aprueba."
    >
      <Form
        label="Proponer una devolución"
        initialValues={{ motivo: '' }}
        onSubmit={({ motivo }, { resetForm }) => {
          act(requestOf(motivo));
          resetForm();
        }}
      >
        {({ values }: { values: { motivo: string } }) => (
          <>
            <TextField name="motivo" label="Por qué vuelve el dinero" maxLength={200} required />
            <ButtonRow>
              <GuardedButton
                type="submit"
                variant="outline"
                waiting={!mayAct(snapshot)}
                reasons={reasonsFor(batchKind, snapshot, requestOf(values.motivo))}
              >
                Proponer la devolución
              </GuardedButton>
            </ButtonRow>
          </>
        )}
      </Form>
    </Section>
  );
}

/** Corrects day and reference of the only ticked payment. */
function Correction({ flow, facts }: BatchPartProps) {
  const { snapshot, act } = flow;
  const [id_caja = 0, ...others] = tickedIn({ flow, facts });
  const chosen = facts.payments.find((one) => one.id_caja === id_caja);
  const isOne = chosen !== undefined && others.length === 0;
  const requestOf = ({ dia, referencia }: { dia: string; referencia: string }) =>
    ({ path: '/corregirGiro', body: { id_caja, dia, referencia: referencia.trim() } }) as const;
  const initial = { dia: chosen?.dia ?? '', referencia: chosen?.referencia ?? '' };
  return (
    <Section
      title="Corregir el día o la referencia"
      description={isOne ? nameOfPayment(chosen) : 'Marque un giro confirmado.'}
    >
      {isOne ? (
        <Form
          // Another payment, or its corrected values, begin a new form.
          key={`${id_caja} ${initial.dia} ${initial.referencia}`}
          label="Corregir el día o la referencia"
          initialValues={initial}
          onSubmit={(values) => act(requestOf(values))}
        >
          {({ values }: { values: typeof initial }) => (
            <>
              <FieldGrid columns={2}>
                <DateField
                  name="dia"
                  label="Día corregido"
                  bounds={{ max: serverToday() }}
                  required
                />
                <TextField name="referencia" label="Referencia corregida" maxLength={60} required />
              </FieldGrid>
              <ButtonRow>
                <GuardedButton
                  type="submit"
                  variant="outline"
                  waiting={!mayAct(snapshot)}
                  reasons={reasonsFor(batchKind, snapshot, requestOf(values))}
                >
                  Corregir
                </GuardedButton>
              </ButtonRow>
            </>
          )}
        </Form>
      ) : null}
    </Section>
  );
}
