import { chakra } from '@chakra-ui/react/styled-system';
import { useActorRef, useSelector } from '@xstate/react';
import { useFormikContext } from 'formik';
import { QrCode } from 'lucide-react';
import { useId, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { ExpenseEntryFacts } from '#machines/flows/expenses/expense-entry.setup.ts';
import {
  codeNotice,
  filledFromCode,
  type ExpenseFormValues,
  withDocument,
  withSupplier,
} from '#machines/flows/expenses/expense-proposals.ts';
import {
  type ScannedInvoice,
  invoiceScanMachine,
} from '#machines/flows/expenses/invoice-scan.machine.ts';
import type { supplierLookupMachine } from '#machines/flows/expenses/supplier-lookup.machine.ts';
import { isOpen } from '#machines/flows/scanning/scan-steps.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { withCalls } from '../../wire/with-calls.ts';
import { useRepetitionCheck } from './ComparisonDialog.tsx';
import { CodeScanDialog, scanActorsOf } from '../scanning/CodeScanDialog.tsx';

const invoiceScan = withCalls(invoiceScanMachine).provide({
  actors: scanActorsOf({
    formats: ['qr_code'],
    otherWays: 'elija una foto con el QR, o pegue su texto o el CUFE.',
    unseen: 'No se ve un código QR en la foto. Tómela más de cerca, o pegue el CUFE.',
    notLoaded:
      'No se pudo cargar el lector de códigos. Pegue el texto del QR o el CUFE, o intente luego.',
  }),
});

interface InvoiceScanProps {
  lookup: ActorRefFrom<typeof supplierLookupMachine>;
  facts: ExpenseEntryFacts;
  disabled: boolean;
}

/** Button, at the corner of its container, that fills in the form from the QR code of an electronic invoice. */
export function InvoiceScan({ lookup, facts, disabled }: InvoiceScanProps) {
  const { values, setValues } = useFormikContext<ExpenseFormValues>();
  const [notice, setNotice] = useState('');
  const askRepetition = useRepetitionCheck();

  const fillIn = ({ code, found }: ScannedInvoice) => {
    const supplier = found?.proveedor ?? null;
    const document = found?.factura?.nit ?? code.nit;
    if (supplier !== null) lookup.send({ type: 'CHOOSE', supplier });
    else if (document !== null) lookup.send({ type: 'TYPE_DOCUMENT', num_doc: document });
    const chosen =
      supplier !== null
        ? withSupplier(values, supplier, facts)
        : document === null
          ? values
          : withDocument(values, document, facts, found?.factura?.razon_social);
    const filled = filledFromCode(chosen, code, found?.factura ?? null);
    void setValues(filled);
    askRepetition(filled);
    setNotice(codeNotice(code, found));
  };
  const scan = useActorRef(
    invoiceScan.provide({ actions: { fillIn: (_, scanned) => fillIn(scanned) } }),
    { input: { id_tienda: facts.fund.id_tienda } },
  );
  const open = useSelector(scan, isOpen);

  return (
    <>
      <chakra.div
        position="absolute"
        insetEnd="0"
        top={{ base: '-4', md: '-2' }}
        zIndex="1"
        // On very narrow screens there is no space for the icon beside the label.
        css={{
          '@media (max-width: 359px)': { '& svg': { display: 'none' }, '& button': { px: '0' } },
        }}
      >
        <GuardedButton
          variant="ghost"
          size="sm"
          icon={QrCode}
          waiting={disabled}
          onClick={() => scan.send({ type: 'OPEN' })}
        >
          Escanear QR
        </GuardedButton>
      </chakra.div>
      {notice === '' ? null : <InlineAlert tone="info">{notice}</InlineAlert>}
      {open ? <ScanDialog scan={scan} /> : null}
    </>
  );
}

/** Scan dialog with a field to paste the text of the code. */
function ScanDialog({ scan }: { scan: ActorRefFrom<typeof invoiceScanMachine> }) {
  const snapshot = useSnapshot(scan);
  const [text, setText] = useState('');
  const textId = useId();
  return (
    <CodeScanDialog
      snapshot={snapshot}
      send={scan.send}
      title="Escanear la factura electrónica"
      instruction="Ponga el QR de la factura dentro de la imagen."
      photoLabel="Elegir una foto con el QR"
    >
      <chakra.form
        display="grid"
        gap="2"
        onSubmit={(event) => {
          event.preventDefault();
          scan.send({ type: 'PASTE', text });
        }}
      >
        <chakra.label htmlFor={textId} fontWeight="semibold" textStyle="sm">
          O pegue el texto del QR o el CUFE
        </chakra.label>
        <chakra.textarea
          id={textId}
          rows={2}
          maxLength={4_000}
          p="2.5"
          borderWidth="1px"
          borderColor="border.control"
          borderRadius="l2"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <chakra.div display="flex" justifyContent="flex-end">
          <GuardedButton
            type="submit"
            reasons={text.trim() === '' ? ['Pegue primero el texto.'] : []}
          >
            Usar este código
          </GuardedButton>
        </chakra.div>
      </chakra.form>
    </CodeScanDialog>
  );
}
