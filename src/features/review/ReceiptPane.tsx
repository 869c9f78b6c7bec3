import { chakra } from '@chakra-ui/react/styled-system';
import { useActor, useSelector } from '@xstate/react';
import {
  ChevronLeft,
  ChevronRight,
  ExternalLink,
  FileX2,
  Maximize,
  MoveHorizontal,
  RotateCw,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { shortDate } from '#machines/domain/values/bogota-time.ts';
import { receiptsOf, rowOf } from '#machines/flows/review/cockpit.machine.ts';
import {
  type SheetShape,
  isPdf,
  isShown,
  type receiptMachine,
  shapeOf,
  sheetCountOf,
  sheetOf,
  triesOf,
} from '#machines/flows/review/receipt.machine.ts';
import { hasFailed, isLoading, problemOf } from '#machines/flows/steps/result.ts';
import { receiptUrl, sheetUrl } from '../../shell/screens/paths.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { FailedState, LoadingState, StateFrame } from '../../ui/feedback/FailedState.tsx';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { IconLink, LinkButton } from '../../ui/fields/LinkButton.tsx';
import { useInView } from '../../ui/layout/use-in-view.ts';
import { useCockpitContext } from './LoadedExpense.tsx';
import { receipt as receiptFlow } from './review.actors.ts';

interface ReceiptProps {
  soporte: string;
  /** Receipt number. */
  label: string;
  /** Hidden when false; its picture is still fetched. */
  shown: boolean;
  /** Called when the picture is on the screen, or was opened in another tab. */
  onSeen: () => void;
  machine?: typeof receiptMachine;
}

/** Viewer of a receipt, sheet by sheet: fits the pane or its width, zooms and rotates. */
function Receipt({ soporte, label, shown, onSeen, machine = receiptFlow }: ReceiptProps) {
  const [snapshot, send] = useActor(machine, { input: { soporte } });
  const [sheet, sheets] = [sheetOf(snapshot), sheetCountOf(snapshot)];
  const shape = shapeOf(snapshot);
  const problem = problemOf(snapshot);
  const reasonsUnless = (event: Parameters<typeof send>[0], reason: string) =>
    snapshot.can(event) ? [] : [reason];
  // A retry would fail in the same way.
  const undrawable = problem?.status === 422;
  const region = useInView(shown && isShown(snapshot), onSeen);
  return (
    <chakra.div
      // Hidden rather than unmounted: rotation and zoom are restored when the user comes back.
      hidden={!shown}
      css={{
        '&:not([hidden])': { display: 'flex', flexDirection: 'column', flex: '1', minH: '0' },
      }}
    >
      <chakra.div display="flex" alignItems="center" flexWrap="wrap" px="1" borderBottomWidth="1px">
        <IconButton
          label="Ver completo"
          icon={Maximize}
          onClick={() => send({ type: 'FIT', wide: false })}
        />
        <IconButton
          label="Ajustar al ancho"
          icon={MoveHorizontal}
          onClick={() => send({ type: 'FIT', wide: true })}
        />
        <IconButton
          label="Reducir"
          icon={ZoomOut}
          reasons={reasonsUnless({ type: 'REDUCE' }, 'Ya se ve completo.')}
          onClick={() => send({ type: 'REDUCE' })}
        />
        <IconButton
          label="Ampliar"
          icon={ZoomIn}
          reasons={reasonsUnless({ type: 'ENLARGE' }, 'Ya tiene su tamaño máximo.')}
          onClick={() => send({ type: 'ENLARGE' })}
        />
        <IconButton label="Girar" icon={RotateCw} onClick={() => send({ type: 'TURN' })} />
        {sheets > 1 ? (
          <>
            <IconButton
              label="Hoja anterior"
              icon={ChevronLeft}
              reasons={reasonsUnless({ type: 'PREVIOUS_SHEET' }, 'Es la primera hoja.')}
              onClick={() => send({ type: 'PREVIOUS_SHEET' })}
            />
            <chakra.span textStyle="sm" whiteSpace="nowrap">
              Hoja {sheet} de {sheets}
            </chakra.span>
            <IconButton
              label="Hoja siguiente"
              icon={ChevronRight}
              reasons={reasonsUnless({ type: 'NEXT_SHEET' }, 'Es la última hoja.')}
              onClick={() => send({ type: 'NEXT_SHEET' })}
            />
          </>
        ) : null}
        <chakra.span ms="auto">
          <IconLink
            href={receiptUrl(soporte)}
            icon={ExternalLink}
            label="Abrir el soporte en otra pestaña"
            onFollow={onSeen}
          />
        </chakra.span>
      </chakra.div>
      {hasFailed(snapshot) ? (
        undrawable ? (
          <StateFrame
            role="alert"
            tone="warning"
            icon={FileX2}
            title="No pudimos mostrar el soporte"
            actions={
              <LinkButton href={receiptUrl(soporte)} icon={ExternalLink} onFollow={onSeen}>
                Abrir el original
              </LinkButton>
            }
          >
            <p>{problem.msg}</p>
          </StateFrame>
        ) : (
          <FailedState
            title="No pudimos mostrar el soporte"
            message={
              problem?.status === 410 ? problem.msg : 'Inténtelo de nuevo o ábralo en otra pestaña.'
            }
            onRetry={() => send({ type: 'RETRY' })}
          />
        )
      ) : (
        <chakra.div
          ref={region}
          role="region"
          aria-label={`Soporte del recibo ${label}`}
          // The arrow keys scroll an enlarged sheet.
          tabIndex={0}
          data-receipt=""
          css={regionLook}
        >
          {isLoading(snapshot) ? <LoadingState label="Cargando el soporte…" /> : null}
          <chakra.div css={sheetLook} style={sheetStyle(shape)}>
            <chakra.img
              key={`${sheet} ${triesOf(snapshot)}`}
              src={isPdf(soporte) ? sheetUrl(soporte, sheet) : receiptUrl(soporte)}
              alt={`Soporte del recibo ${label}`}
              data-turned={shape.turns % 2 === 1 || undefined}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                send({ type: 'COME', proportion: naturalWidth / Math.max(naturalHeight, 1) })
              }
              onError={() => send({ type: 'FAIL' })}
            />
          </chakra.div>
        </chakra.div>
      )}
    </chakra.div>
  );
}

/** Size of the sheet; a quarter turn inverts its aspect ratio. */
function sheetStyle({ wide, turns, proportion, times }: SheetShape) {
  if (proportion === null) return { visibility: 'hidden' as const };
  const shape = turns % 2 === 1 ? 1 / proportion : proportion;
  const width = wide ? '100cqw' : `min(100cqw, 100cqh * ${shape})`;
  return {
    '--shape': shape,
    '--turn': `${turns * 90}deg`,
    width: `calc(${width} * ${times})`,
    aspectRatio: shape,
  };
}

const regionLook = {
  flex: '1',
  minH: '0',
  overflow: 'auto',
  bg: 'gray.100',
  containerType: 'size',
  display: 'grid',
  placeItems: 'safe center',
  '&:focus-visible': { outlineOffset: '-2px' },
} as const;

const sheetLook = {
  position: 'relative',
  '& img': {
    position: 'absolute',
    top: '50%',
    left: '50%',
    maxW: 'none',
    width: '100%',
    transform: 'translate(-50%, -50%) rotate(var(--turn, 0deg))',
    '&[data-turned]': { width: 'calc(100% / var(--shape))' },
  },
} as const;

const NoReceipt = () => (
  <EmptyState
    icon={FileX2}
    title="Sin soporte"
    description="Este gasto todavía no tiene un archivo de soporte."
  />
);

/** Receipt of the current expense; those of the next expenses are prefetched, hidden. */
export function ReceiptPane() {
  const { cockpit, showsReceipt } = useCockpitContext();
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    // On narrow screens the button is at the bottom: scrolls the pane to the top, with the decision still visible.
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
      {row === null ? (
        <LoadingState />
      ) : (
        <chakra.p data-paid="" hideFrom="xl" px="4" py="1" textStyle="sm" display="flex" gap="2">
          <chakra.span minW="0" truncate fontWeight="medium">
            {row.proveedor_nombre}
          </chakra.span>
          <chakra.span
            ms="auto"
            whiteSpace="nowrap"
          >{`${row.valor_f} · ${shortDate(row.fecha_gasto)}`}</chakra.span>
        </chakra.p>
      )}
      {row?.soporte === null ? <NoReceipt /> : null}
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

const nothing = () => undefined;

/** Receipt of a read-only expense, always visible. */
export function ReadReceipt({ expense: { soporte, recibo } }: { expense: Expense }) {
  return (
    <chakra.section aria-label="Soporte" css={readLook} layerStyle="frame">
      {soporte === null ? (
        <NoReceipt />
      ) : (
        <Receipt soporte={soporte} label={recibo} shown onSeen={nothing} />
      )}
    </chakra.section>
  );
}

const readLook = {
  display: 'flex',
  flexDirection: 'column',
  minW: '0',
  overflow: 'hidden',
  height: { base: '70dvh', xl: 'calc(100dvh - 9rem)' },
  _print: { height: '60rem' },
} as const;

/** Beside the decision on wide screens; on narrow ones it opens on demand and sticks above the scrolling facts. */
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
      // On a phone the sheet gets 400 px, below the line of the expense and the buttons.
      height: '57dvh',
      scrollMarginTop: { base: '14', lg: '0' },
      boxShadow: 'md',
      '@media (max-height: 599px), (max-width: 359px)': {
        position: 'relative',
        top: '0',
        height: '80dvh',
      },
    },
  },
} as const;
