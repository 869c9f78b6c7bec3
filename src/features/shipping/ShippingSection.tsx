import { chakra } from '@chakra-ui/react/styled-system';
import { useMachine } from '@xstate/react';
import { useFormikContext } from 'formik';
import { Check, FileDown, ScanBarcode, Send } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { EventFrom, SnapshotFrom } from 'xstate';
import { maximumGuide } from '#contract/fields.ts';
import { factsOf } from '#machines/flows/boxes/box.selectors.ts';
import { isOpen } from '#machines/flows/scanning/scan-steps.ts';
import {
  type ShipFacts,
  companyOf,
  companyUsedLast,
  guideScanMachine,
  isReady,
  isReadyToShip,
  noticeOf,
  pdfIsOpened,
  problemTitleOf,
  sendReasons,
  type shipMachine,
  showsGuide,
  whereSentOf,
} from '#machines/flows/shipping/ship.machine.ts';
import { isPending } from '#machines/flows/steps/result.ts';
import { Submission } from '../../shell/problems/Submission.tsx';
import { legalisationUrl } from '../../shell/screens/paths.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { Form } from '../../ui/fields/Form.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { UnsavedGuard } from '../../ui/fields/InvalidFields.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { CodeScanDialog, scanActorsOf } from '../scanning/CodeScanDialog.tsx';

const guideScan = guideScanMachine.provide({
  actors: scanActorsOf({
    // Bar codes contain only the number; 2D codes mostly contain a URL or the whole shipment.
    formats: [
      'code_128',
      'code_39',
      'code_93',
      'itf',
      'ean_13',
      'codabar',
      'qr_code',
      'data_matrix',
      'pdf417',
    ],
    otherWays: 'elija una foto de la guía, o cierre y escriba el número.',
    unseen: 'No se ve un código en la foto. Tómela más de cerca, o cierre y escriba el número.',
    notLoaded:
      'No se pudo cargar el lector de códigos. Cierre y escriba el número, o intente luego.',
  }),
});

interface ShippingSectionProps {
  snapshot: SnapshotFrom<typeof shipMachine>;
  send: (event: EventFrom<typeof shipMachine>) => void;
}

/** Shipping company, guide number, legalisation PDF and Send; shown while the box is ready to ship. */
export function ShippingSection({ snapshot, send }: ShippingSectionProps) {
  const facts = factsOf(snapshot);
  const notice = noticeOf(snapshot);
  const outcomeId = useId();
  if (facts === null || !isReadyToShip(facts)) return null;
  return (
    <Section title="Envío de los papeles">
      <Form
        label="Envío de los papeles"
        initialValues={{ id_empresa: String(companyUsedLast(facts)?.id ?? ''), codigo: '' }}
        onSubmit={({ codigo }) => send({ type: 'SEND', codigo })}
      >
        <UnsavedGuard saved={notice !== null} />
        <ShippingSteps snapshot={snapshot} send={send} facts={facts} describedBy={outcomeId} />
        <chakra.div id={outcomeId} display="contents">
          {notice === null ? null : (
            <InlineAlert tone="success" title={notice} isResult>
              {whereSentOf(snapshot)}
            </InlineAlert>
          )}
          <Submission
            snapshot={snapshot}
            send={send}
            title={problemTitleOf(snapshot) ?? ''}
            back="Volver a la caja"
          />
          <ButtonRow>
            <GuardedButton
              type="submit"
              icon={Send}
              reasons={sendReasons(snapshot)}
              waiting={!isReady(snapshot)}
              busy={isPending(snapshot) && 'Enviando…'}
            >
              Enviar
            </GuardedButton>
          </ButtonRow>
        </chakra.div>
      </Form>
    </Section>
  );
}

/** Steps of the shipment; while they are disabled, `describedBy` is the id of the outcome that explains it. */
function ShippingSteps({
  snapshot,
  send,
  facts,
  describedBy,
}: ShippingSectionProps & { facts: ShipFacts; describedBy: string }) {
  const ready = isReady(snapshot);
  const chosen = companyOf(snapshot);
  return (
    <chakra.fieldset disabled={!ready} aria-describedby={ready ? undefined : describedBy} minW="0">
      <chakra.ol
        aria-label="Pasos del envío"
        listStyleType="none"
        display="grid"
        gridTemplateColumns={{ lg: 'auto minmax(0, 1fr) minmax(0, 1fr)' }}
        gap={{ base: '3', lg: '6' }}
      >
        <ShippingStep number={1} done={pdfIsOpened(snapshot)}>
          <LinkButton
            href={legalisationUrl(facts.box.id)}
            icon={FileDown}
            variant={pdfIsOpened(snapshot) ? 'outline' : 'solid'}
            onFollow={() => send({ type: 'PDF_OPENED' })}
          >
            Descargar PDF
          </LinkButton>
          <chakra.p textStyle="xs" color="fg.muted" mt="1">
            Legalización que va con los soportes
          </chakra.p>
        </ShippingStep>
        <ShippingStep number={2} done={chosen !== null}>
          <SelectField
            name="id_empresa"
            label="Empresa de envío"
            required
            help={
              chosen !== null && chosen.id === companyUsedLast(facts)?.id
                ? 'La que usó esta tienda la última vez'
                : undefined
            }
            options={facts.companies.map(({ id, nombre }) => ({
              value: String(id),
              label: nombre,
            }))}
            onValueChange={(value) =>
              send({ type: 'CHOOSE_COMPANY', id_empresa: value === '' ? null : Number(value) })
            }
          />
        </ShippingStep>
        {showsGuide(snapshot) ? (
          <ShippingStep number={3}>
            <TextField
              name="codigo"
              label="Número de guía"
              required
              maxLength={maximumGuide}
              autoComplete="off"
              help="Péguelo o escríbalo como está en la guía"
              beside={<GuideScan field="codigo" disabled={!ready} />}
            />
          </ShippingStep>
        ) : null}
      </chakra.ol>
    </chakra.fieldset>
  );
}

function ShippingStep({
  number,
  done = false,
  children,
}: {
  number: number;
  done?: boolean;
  children: ReactNode;
}) {
  return (
    <chakra.li display="flex" gap="3" minW="0">
      <chakra.span
        aria-hidden="true"
        display="grid"
        placeItems="center"
        flexShrink="0"
        boxSize="7"
        borderRadius="full"
        borderWidth="2px"
        borderColor="teal.700"
        bg={done ? 'teal.700' : 'white'}
        color={done ? 'white' : 'teal.800'}
        fontWeight="bold"
      >
        {done ? <Check size={16} /> : number}
      </chakra.span>
      <chakra.div flex="1" minW="0">
        {children}
      </chakra.div>
    </chakra.li>
  );
}

/** Fills in the guide number from its bar code; the user checks it before sending. */
export function GuideScan({ field, disabled }: { field: string; disabled: boolean }) {
  const { setFieldValue } = useFormikContext();
  const [snapshot, send] = useMachine(
    guideScan.provide({ actions: { fillIn: (_, guide) => void setFieldValue(field, guide) } }),
  );
  return (
    <>
      <GuardedButton
        variant="outline"
        icon={ScanBarcode}
        waiting={disabled}
        onClick={() => send({ type: 'OPEN' })}
      >
        Escanear
      </GuardedButton>
      {isOpen(snapshot) ? (
        <CodeScanDialog
          snapshot={snapshot}
          send={send}
          title="Escanear la guía"
          instruction="Ponga el código de barras de la guía dentro de la imagen."
          photoLabel="Elegir una foto de la guía"
        />
      ) : null}
    </>
  );
}
