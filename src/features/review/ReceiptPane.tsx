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
import { receiptUrl, sheetUrl } from '../../app/screens/paths.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { FailedState, LoadingState, StateFrame } from '../../ui/feedback/FailedState.tsx';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { IconLink, LinkButton } from '../../ui/fields/LinkButton.tsx';
import { useInView } from '../../ui/layout/use-in-view.ts';
import { useCockpitPlace } from './LoadedExpense.tsx';
import { receipt as receiptFlow } from './review.actors.ts';

interface ReceiptProps {
  soporte: string;
  /** Number of the receipt. */
  label: string;
  /** Out of sight it is only fetched. */
  shown: boolean;
  /** Its picture is on the screen, or it was opened in another tab. */
  onSeen: () => void;
  machine?: typeof receiptMachine;
}

/** A receipt sheet by sheet: whole, as wide as its place, or larger, and turned. */
function Receipt({ soporte, label, shown, onSeen, machine = receiptFlow }: ReceiptProps) {
  const [snapshot, send] = useActor(machine, { input: { soporte } });
  const [sheet, sheets] = [sheetOf(snapshot), sheetCountOf(snapshot)];
  const shape = shapeOf(snapshot);
  const problem = problemOf(snapshot);
  const reasonsUnless = (event: Parameters<typeof send>[0], reason: string) =>
    snapshot.can(event) ? [] : [reason];
  // Another try would draw it no better.
  const undrawable = problem?.status === 422;
  const region = useInView(shown && isShown(snapshot), onSeen);
  return (
    <chakra.div
      // What was turned and enlarged stays so when somebody comes back to it.
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
            newTab
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
              <LinkButton href={receiptUrl(soporte)} newTab icon={ExternalLink} onFollow={onSeen}>
                Abrir el original
              </LinkButton>
            }
          >
            <p>{problem.msg}</p>
          </StateFrame>
        ) : (
          <FailedState
            title="No pudimos mostrar el soporte"
            message="Inténtelo de nuevo o ábralo en otra pestaña."
            onRetry={() => send({ type: 'RETRY' })}
          />
        )
      ) : (
        <chakra.div
          ref={region}
          role="region"
          aria-label={`Soporte del recibo ${label}`}
          // Enlarged, it is moved with the arrow keys too.
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

/** The place of the sheet; its own proportion turns with it. */
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

/** The receipt of an expense that is only read: in the same pane, for which nobody has to ask. */
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
      // The sheet has 400 px of a phone, below the line of the expense and its own buttons.
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
