import { useMachine } from '@xstate/react';
import { useFormikContext } from 'formik';
import { ScanBarcode } from 'lucide-react';
import { useEffect } from 'react';
import { guideScan } from '../../actors/guide-scan.actors.ts';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { CodeScanDialog } from '../scanning/CodeScanDialog.tsx';

/** Fills the guide in from its bar code; the person looks at it and sends it. */
export function GuideScan({ disabled }: { disabled: boolean }) {
  const [snapshot, send] = useMachine(guideScan);
  const { setFieldValue } = useFormikContext<{ codigo: string }>();
  const done = snapshot.hasTag('done');
  const { guide } = snapshot.context;

  useEffect(() => {
    if (!done) return;
    void setFieldValue('codigo', guide);
    send({ type: 'CLOSE' });
  }, [done, guide, setFieldValue, send]);

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
      {snapshot.hasTag('open') ? (
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
