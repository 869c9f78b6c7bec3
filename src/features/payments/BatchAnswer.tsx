import { isTicked, mayAct, reasonsFor } from '#machines/flows/records/acting.machine.ts';
import {
  type BatchFacts,
  type BatchPath,
  batchKind,
} from '#machines/flows/payments/payment.kinds.ts';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import type { useActing } from './payments.actors.ts';

/** Props of the sections of the batch screen. */
export interface BatchPartProps {
  flow: ReturnType<typeof useActing<BatchFacts, { id_lote: number }, BatchPath>>;
  facts: BatchFacts;
}

/** Ids of the boxes whose payments are ticked. */
export const tickedIn = ({ flow: { snapshot }, facts: { payments } }: BatchPartProps): number[] =>
  payments.filter((row) => isTicked(snapshot, row)).map(({ id_caja }) => id_caja);

/** Form that returns the ticked payments to the waiting list, with a reason. */
export function Returning({ flow, facts }: BatchPartProps) {
  const { snapshot, act } = flow;
  const cajas = tickedIn({ flow, facts });
  return (
    <Section title="Devolver" description="Lo que el banco no hizo vuelve a estar por girar.">
      <Form
        label="Devolver giros"
        initialValues={{ motivo: '' }}
        onSubmit={({ motivo }, { resetForm }) => {
          act({ path: '/devolverGiros', body: { cajas, motivo: motivo.trim() } });
          resetForm();
        }}
      >
        {({ values }: { values: { motivo: string } }) => (
          <>
            <TextField name="motivo" label="Motivo de la devolución" maxLength={200} required />
            <ButtonRow>
              <GuardedButton
                type="submit"
                variant="outline"
                waiting={!mayAct(snapshot)}
                reasons={reasonsFor(batchKind, snapshot, {
                  path: '/devolverGiros',
                  body: { cajas, motivo: values.motivo.trim() },
                })}
              >
                Devolver los marcados
              </GuardedButton>
            </ButtonRow>
          </>
        )}
      </Form>
    </Section>
  );
}
