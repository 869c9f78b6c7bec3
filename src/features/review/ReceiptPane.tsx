import { chakra } from '@chakra-ui/react/styled-system';
import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { FileX2 } from 'lucide-react';
import { receiptsOf, rowOf } from '#machines/flows/review/cockpit.machine.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { useCockpitPlace } from './cockpit-context.ts';
import { Receipt } from './Receipt.tsx';

/** The receipt of the expense; those that come next are there already, out of sight. */
export function ReceiptPane() {
  const { cockpit, showsReceipt } = useCockpitPlace();
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone it is asked for from the lower edge: it comes to the upper one, and the decision stays in sight.
    if (showsReceipt) pane.current?.scrollIntoView?.();
  }, [showsReceipt]);
  const row = useSelector(cockpit, rowOf);
  const names = useSelector(cockpit, (snapshot) => receiptsOf(snapshot).join('\n'));
  return (
    <chakra.section
      ref={pane}
      aria-label="Soporte"
      data-shown={showsReceipt || undefined}
      css={paneLook}
      layerStyle="frame"
    >
      {row === null ? <LoadingState /> : null}
      {row?.soporte === null ? (
        <EmptyState
          icon={FileX2}
          title="Sin soporte"
          description="Este gasto todavía no tiene un archivo de soporte."
        />
      ) : null}
      {(names === '' ? [] : names.split('\n')).map((name) => (
        <Receipt
          key={name}
          soporte={name}
          label={row?.recibo ?? ''}
          shown={name === row?.soporte}
          onSeen={() => cockpit.send({ type: 'SEE', soporte: name })}
        />
      ))}
    </chakra.section>
  );
}

/** Beside the decision; on a phone above it, on demand, while the facts pass below. */
const paneLook = {
  flexDirection: 'column',
  minW: '0',
  minH: '0',
  overflow: 'hidden',
  display: { base: 'none', xl: 'flex' },
  _print: { position: 'static !important' },
  xlDown: {
    '&[data-shown]': {
      display: 'flex',
      position: 'sticky',
      top: { base: '14', lg: '0' },
      zIndex: '1',
      height: '42dvh',
      scrollMarginTop: { base: '14', lg: '0' },
      boxShadow: 'md',
    },
  },
} as const;
