import { chakra } from '@chakra-ui/react/styled-system';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { formatPesos } from '#machines/domain/values/money.ts';
import { isActing, mayAct, reasonsFor, wasDone } from '#machines/flows/records/acting.machine.ts';
import {
  pastSentences,
  paymentSentence,
  storePaymentKind,
} from '#machines/flows/payments/payment.kinds.ts';
import { paymentStates } from '#machines/domain/payment/payment-states.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { Submission } from '../../shell/problems/Submission.tsx';
import { LoadProblem, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { serverToday } from '../../wire/server-clock.ts';
import { storePayment, useActing } from './payments.actors.ts';

/** What the store has answered, by the state of the payment. */
const answered: Readonly<Partial<Record<string, string>>> = {
  [paymentStates.received.codigo]: 'Quedó registrado que recibió el dinero.',
  [paymentStates.claimed.codigo]: 'Contabilidad ya sabe que el dinero no llegó.',
};

interface StorePaymentProps {
  idCaja: number;
  /** State code of the box; undefined while the box is loading. */
  active: number | undefined;
  machine?: typeof storePayment;
}

/** Payment of a closed box, and the expenses that were not granted; not rendered before the closing. */
export const StorePayment = ({ active, ...flow }: StorePaymentProps) =>
  active === boxStates.closed.codigo ? <PaymentOfBox {...flow} /> : null;

function PaymentOfBox({
  idCaja,
  machine = storePayment,
}: {
  idCaja: number;
  machine?: typeof storePayment;
}) {
  const { snapshot, send, act } = useActing(machine, { id_caja: idCaja });
  const [isClaiming, setClaiming] = useState(false);
  const { failed, ...load } = loadOf(snapshot, send);
  if (failed) return load.forbidden ? null : <LoadProblem {...load} />;
  const data = dataOf(snapshot);
  if (data === null) return null;
  const { giro, puede, no_reconocido } = data;
  if (giro === null && no_reconocido.length === 0) return null;
  const may = (event: 'PAYMENT.RECEIVE' | 'PAYMENT.CLAIM') =>
    puede.some(({ evento }) => evento === event);
  const answer = (recibido: 0 | 1, nota?: string) =>
    ({ path: '/responderGiro', body: { id_caja: idCaja, recibido, nota } }) as const;
  const waiting = !mayAct(snapshot);
  const busy = isActing(snapshot, '/responderGiro') && 'Guardando…';
  return (
    <Section title="Dinero de la caja">
      <chakra.div display="grid" gap="3">
        {giro === null || giro.anteriores.length === 0 ? null : (
          <chakra.ul listStyleType="none" textStyle="sm" color="fg.muted" aria-label="Antes">
            {[...new Set(pastSentences(giro, serverToday()))].map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </chakra.ul>
        )}
        {giro === null ? null : (
          <p>
            <strong>{paymentSentence(giro, serverToday()).replaceAll('$ ', '$\u00a0')}</strong>
            {giro.dia === '' || giro.estado === paymentStates.paid.codigo
              ? ''
              : ` · ${giro.nombre_estado}`}
            {giro.nota === '' ? '' : ` · ${giro.nota}`}
          </p>
        )}
        <Submission snapshot={snapshot} send={send}>
          {wasDone(snapshot) && answered[giro?.estado ?? '']}
        </Submission>
        {may('PAYMENT.RECEIVE') ? (
          <ButtonRow align="start">
            {may('PAYMENT.CLAIM') && !isClaiming ? (
              <GuardedButton variant="outline" waiting={waiting} onClick={() => setClaiming(true)}>
                No me llegó
              </GuardedButton>
            ) : null}
            <GuardedButton
              icon={Check}
              waiting={waiting}
              busy={busy}
              onClick={() => act(answer(1))}
            >
              Recibí el dinero
            </GuardedButton>
          </ButtonRow>
        ) : null}
        {isClaiming && may('PAYMENT.CLAIM') ? (
          <Form
            label="No me llegó"
            initialValues={{ nota: '' }}
            onSubmit={({ nota }) => act(answer(0, nota.trim()))}
          >
            {({ values }: { values: { nota: string } }) => (
              <>
                <TextField name="nota" label="Qué revisó" maxLength={200} required />
                <ButtonRow align="start">
                  <GuardedButton
                    type="submit"
                    waiting={waiting}
                    busy={busy}
                    reasons={reasonsFor(storePaymentKind, snapshot, answer(0, values.nota.trim()))}
                  >
                    Avisar a contabilidad
                  </GuardedButton>
                </ButtonRow>
              </>
            )}
          </Form>
        ) : null}
        {no_reconocido.length === 0 ? null : (
          <chakra.section aria-label="No reconocido" textStyle="sm">
            <p>No se reconoció:</p>
            <chakra.ul listStyleType="disc" ps="5">
              {no_reconocido.map(({ id_gasto, concepto, proveedor, valor, debe, motivo }) => (
                <li key={id_gasto}>
                  {[
                    `${concepto}, ${proveedor}: ${formatPesos(valor)}`,
                    motivo,
                    debe === 0 ? '' : `a cargo ${formatPesos(debe)}`,
                  ]
                    .filter((part) => part !== '')
                    .join(' · ')}
                </li>
              ))}
            </chakra.ul>
          </chakra.section>
        )}
      </chakra.div>
    </Section>
  );
}
