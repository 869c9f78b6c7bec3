import { chakra } from '@chakra-ui/react/styled-system';
import { Formik } from 'formik';
import { FileDown, RotateCw, Send } from 'lucide-react';
import { useId } from 'react';
import type { EventFrom, SnapshotFrom } from 'xstate';
import { factsOf, failedToSend, problemOf } from '#machines/flows/boxes/box.selectors.ts';
import {
  isPending,
  isReady,
  noticeOf,
  problemTitleOf,
  sendReasons,
  showsGuide,
  whereSentOf,
} from '#machines/flows/boxes/ship.selectors.ts';
import type { shipMachine } from '#machines/flows/boxes/ship.machine.ts';
import { isReadyToShip } from '#machines/flows/boxes/ship-rules.ts';
import { ButtonRow } from '../../components/ButtonRow.tsx';
import { FieldGrid } from '../../components/FieldGrid.tsx';
import { FormBody } from '../../components/FormBody.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { Section } from '../../components/Section.tsx';
import { SelectField } from '../../components/SelectField.tsx';
import { UnsavedGuard } from '../../components/UnsavedGuard.tsx';
import { TextField } from '../../components/TextField.tsx';
import { legalisationUrl } from '../../screens/paths.ts';
import { ProblemAlert } from '../problems/ProblemAlert.tsx';

export interface ShippingSectionProps {
  snapshot: SnapshotFrom<typeof shipMachine>;
  send: (event: EventFrom<typeof shipMachine>) => void;
}

/** Company, guide, legalisation PDF and Send, while the papers of the box are to be shipped. */
export function ShippingSection({ snapshot, send }: ShippingSectionProps) {
  const facts = factsOf(snapshot);
  const notice = noticeOf(snapshot);
  const outcomeId = useId();
  if (facts === null || !isReadyToShip(facts)) return null;
  return (
    <Section
      title="Envío de los soportes físicos"
      description="Descargue el PDF de legalización y envíelo con los recibos. Después indique con qué empresa y con qué guía."
    >
      <Formik
        initialValues={{ id_empresa: '', codigo: '' }}
        onSubmit={({ codigo }) => send({ type: 'SEND', codigo })}
      >
        <FormBody label="Envío de los soportes físicos">
          <UnsavedGuard saved={notice !== null} />
          <ShippingFields snapshot={snapshot} send={send} describedBy={outcomeId} />
          <chakra.div id={outcomeId} display="contents">
            {notice === null ? null : (
              <InlineAlert tone="success" title={notice}>
                {whereSentOf(snapshot)}
              </InlineAlert>
            )}
            <ProblemAlert problem={problemOf(snapshot)} title={problemTitleOf(snapshot)} />
            {failedToSend(snapshot) ? <RetryButtons send={send} /> : null}
            <ButtonRow>
              <LinkButton
                href={legalisationUrl(facts.box.id)}
                newTab
                icon={FileDown}
                variant="outline"
                onFollow={() => send({ type: 'PDF_OPENED' })}
              >
                Descargar PDF
              </LinkButton>
              <GuardedButton
                type="submit"
                icon={Send}
                reasons={sendReasons(snapshot)}
                waiting={!isReady(snapshot)}
                loading={isPending(snapshot)}
                loadingLabel="Enviando…"
              >
                Enviar
              </GuardedButton>
            </ButtonRow>
          </chakra.div>
        </FormBody>
      </Formik>
    </Section>
  );
}

/** Company and guide; while they cannot be changed, what became of the send says why. */
function ShippingFields({
  snapshot,
  send,
  describedBy,
}: ShippingSectionProps & { describedBy: string }) {
  const ready = isReady(snapshot);
  const companies = factsOf(snapshot)?.companies ?? [];
  return (
    <chakra.fieldset disabled={!ready} aria-describedby={ready ? undefined : describedBy} minW="0">
      <FieldGrid>
        <SelectField
          name="id_empresa"
          label="Empresa de envío"
          required
          options={companies.map(({ id, nombre }) => ({ value: String(id), label: nombre }))}
          onValueChange={(value) =>
            send({ type: 'CHOOSE_COMPANY', id_empresa: value === '' ? null : Number(value) })
          }
        />
        {showsGuide(snapshot) ? (
          <TextField name="codigo" label="Número de guía" required maxLength={100} />
        ) : null}
      </FieldGrid>
    </chakra.fieldset>
  );
}

function RetryButtons({ send }: Pick<ShippingSectionProps, 'send'>) {
  return (
    <ButtonRow align="start">
      <GuardedButton icon={RotateCw} onClick={() => send({ type: 'RETRY' })}>
        Reintentar
      </GuardedButton>
      <GuardedButton variant="outline" onClick={() => send({ type: 'BACK' })}>
        Volver a la caja
      </GuardedButton>
    </ButtonRow>
  );
}
