import type { WorkingCalendar } from '#machines/domain/values/working-hours.ts';
import { useWorkingCalendar } from '../../shell/session.ts';
import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BoxLocation, StageSituation } from '#contract/calls/expenses.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { boxStateOf } from '#machines/domain/stages/states.ts';
import type { FigureLine, Fund } from '#machines/domain/fund/fund.ts';
import { workedAgo } from '#machines/domain/values/durations.ts';
import { momentInBogota, shortDate, shortDateTime } from '#machines/domain/values/bogota-time.ts';
import type { DateText } from '#machines/domain/values/dates.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import { upcomingStage } from '#machines/flows/boxes/box-send.selectors.ts';
import {
  accountOf,
  changeAuthorOf,
  changesOf,
  factsOf,
  accountOfBox,
  expenseRowsOf,
} from '#machines/flows/boxes/box.selectors.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { ChangeNotice } from '../../shell/problems/ChangeOutcome.tsx';
import {
  LoadSection,
  type LoadSectionProps,
  type Loadable,
  loadOf,
} from '../../shell/problems/LoadProblem.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { BandPage } from '../../ui/layout/BandPage.tsx';
import { type Step, Stepper } from '../../ui/layout/Stepper.tsx';
import { serverNow, serverToday } from '../../wire/server-clock.ts';
import { Figure, FundBar } from '../fund/FundBar.tsx';
import { toneOf } from '../../ui/table/columns.tsx';
import { boxContent } from './box.actors.ts';

/** Progress of a box in words, shared by the screens of boxes and of expenses. */

const stateOf: Record<StageSituation, Step['state']> = {
  completada: 'done',
  actual: 'current',
  pendiente: 'pending',
  'no aplica': 'skipped',
};

const dayOf = (dayAndTime: string): DateText => dayAndTime.slice(0, 10);

/** Every stage with the day on which the box reached it. */
const stepsOf = ({ recorrido }: BoxLocation): Step[] =>
  recorrido.map(({ etapa, situacion, desde }) => ({
    label: etapa,
    description: situacion === 'no aplica' ? 'No aplica' : shortDate(dayOf(desde)),
    state: stateOf[situacion],
  }));

/** Profile in charge and, where it is known, the person. */
const inChargeLabel = ({ tipo_usuario, encargado }: BoxLocation): string =>
  encargado === '' ? tipo_usuario : `${tipo_usuario} · ${encargado}`;

/** 'hace 3 días hábiles' */
function elapsedText(
  { fecha_movimiento }: BoxLocation,
  now: number,
  calendar: WorkingCalendar,
): string {
  const [day = '', time = ''] = fecha_movimiento.split(' ');
  return workedAgo(momentInBogota(day, time).getTime(), now, calendar);
}

/** Label of the next stage; '' after the last one. */
const nextStageOf = (location: BoxLocation): string => upcomingStage(location)?.etapa ?? '';

/** Location of a box in one line: state, profile in charge, since when, next stage. */
export function BoxLine({ location }: { location: BoxLocation }) {
  const calendar = useWorkingCalendar();
  const next = nextStageOf(location);
  const { fecha_movimiento } = location;
  return (
    <chakra.dl
      display={{ lg: 'flex' }}
      flexWrap="wrap"
      alignItems="center"
      columnGap="4"
      textStyle={{ base: 'xs', lg: 'sm' }}
      color="fg.muted"
      minW="0"
    >
      <BoxFact label="Caja">
        <StatusBadge size="xs" tone={toneOf(location.color)} label={location.estado} />
      </BoxFact>
      <BoxFact label="En manos de">{inChargeLabel(location)}</BoxFact>
      {location.reemplazo === '' ? null : <BoxFact label="Ausencia">{location.reemplazo}</BoxFact>}
      <BoxFact label="Desde">
        {shortDateTime(fecha_movimiento)} ({elapsedText(location, serverNow(), calendar)})
      </BoxFact>
      {next === '' ? null : <BoxFact label="Sigue">{next}</BoxFact>}
      {location.fondo_excedido === 0 ? null : (
        <BoxFact label="Fondo excedido en">{formatPesos(location.fondo_excedido)}</BoxFact>
      )}
    </chakra.dl>
  );
}

function BoxFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <chakra.div
      display={{ base: 'inline', lg: 'block' }}
      me={{ base: '2', lg: '0' }}
      overflowWrap="anywhere"
    >
      <chakra.dt display="inline" whiteSpace="nowrap" _after={{ content: '":\\00a0"' }}>
        {label}
      </chakra.dt>
      <chakra.dd display="inline" color="fg" fontWeight="medium">
        {children}
      </chakra.dd>
    </chakra.div>
  );
}

/** State, person in charge and start time, shown beside the box name. */
function BoxSituation({ location }: { location: BoxLocation }) {
  const calendar = useWorkingCalendar();
  const { encargado, tipo_usuario, reemplazo, fecha_movimiento } = location;
  const facts = [
    { label: 'En manos de', text: encargado === '' ? tipo_usuario : encargado },
    { label: 'Ausencia', text: reemplazo },
    {
      label: `Desde ${shortDateTime(fecha_movimiento)}`,
      text: elapsedText(location, serverNow(), calendar),
    },
    {
      label: 'Fondo excedido en',
      text: location.fondo_excedido === 0 ? '' : formatPesos(location.fondo_excedido),
      seen: 'always',
    },
  ] as const;
  return (
    <chakra.dl
      display={{ base: 'inline', md: 'flex' }}
      alignItems="center"
      columnGap="3"
      flex="1 1 0"
      minW="0"
    >
      <dt hidden>Caja</dt>
      <chakra.dd display={{ base: 'inline-block', md: 'block' }} mx={{ base: '2', md: '0' }}>
        <StatusBadge size="xs" tone={toneOf(location.color)} label={location.estado} />
      </chakra.dd>
      {facts.map((fact) =>
        fact.text === '' ? null : <TruncatedFact key={fact.label} {...fact} />,
      )}
    </chakra.dl>
  );
}

interface CutFactProps {
  label: string;
  text: string;
  /** Where the label is visible; elsewhere only screen readers read it. */
  seen?: keyof typeof labelLooks;
  /** Starts on a new line on phones instead of being broken across lines. */
  whole?: boolean;
}

const labelLooks = {
  never: { srOnly: true },
  desk: { lgDown: { srOnly: true } },
  always: {},
} as const;

/** A fact in the remaining width of the line; on phones, part of running text. */
const TruncatedFact = ({ label, text, seen = 'never', whole = false }: CutFactProps) => (
  <chakra.div
    display={{ base: whole ? 'inline-block' : 'inline', md: 'block' }}
    me={{ base: '2', md: '0' }}
    minW="0"
    maxW="full"
    truncate={{ md: true }}
    title={`${label}: ${text}`}
  >
    <chakra.dt display="inline" css={labelLooks[seen]}>
      {label}{' '}
    </chakra.dt>
    <chakra.dd display="inline">{text}</chakra.dd>
  </chakra.div>
);

interface BoxBandProps {
  /** Figures of the box: the first minus those in between equals the last. */
  account: readonly FigureLine[];
  /** What accounting has approved in its own pass: part of the last figure. */
  inPass?: FigureLine | null;
  /** Fund of the store, shown instead of the account for a box that is not sent. */
  fund?: Omit<Fund, 'porcentaje'> | null;
  /** Shipping company and guide of the paper receipts. */
  shipping: Facts['shipping'];
  /** Actions on the box, shown at the bottom edge on narrow screens. */
  bar?: ReactNode;
}

/** Band below the box name: its figures, its shipping data and its actions. */
function BoxBand({ account, inPass = null, fund = null, shipping, bar }: BoxBandProps) {
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap={{ base: '2', xl: '4' }}
      rowGap={{ md: '1' }}
    >
      {fund === null ? (
        // On phones three figures share a line, and the shipping data stand beside the last one.
        <chakra.dl
          display={{ base: 'contents', md: 'flex' }}
          flexWrap="wrap"
          columnGap="3"
          textStyle="xs"
        >
          {account.map((line, index) => (
            <Figure key={line.label} {...line} gap="3" sign={signAt(index, account.length)} />
          ))}
          {inPass === null ? null : <Figure {...inPass} gap="3" sign="" />}
        </chakra.dl>
      ) : (
        <FundBar fund={fund} />
      )}
      {shipping.empresa === undefined ? null : (
        <chakra.dl
          textStyle="xs"
          color="fg.muted"
          flex={{ base: '1 1 5rem', lg: '0 1 auto' }}
          minW="0"
        >
          <TruncatedFact label="Empresa de envío" text={shipping.empresa} seen="desk" whole />
          <TruncatedFact
            label="Número de guía"
            text={shipping.codigo_soporte || '—'}
            seen="desk"
            whole
          />
        </chakra.dl>
      )}
      {bar}
    </chakra.div>
  );
}

/** The figures in between are subtracted from the first; the last is the result. */
const signAt = (index: number, count: number): string => {
  if (index === 0) return '';
  return index === count - 1 ? '=' : '−';
};

/** Stages of the box; the list opens over the content below. */
function BoxStages({ location }: { location: BoxLocation }) {
  return (
    <chakra.details
      flexShrink="0"
      textStyle="sm"
      css={{ '&[open] svg[data-chevron]': { rotate: '180deg' } }}
    >
      <chakra.summary
        display="flex"
        alignItems="center"
        gap="1"
        justifyContent="center"
        // On phones the summary stands beside the title.
        position={{ base: 'absolute', md: 'static' }}
        top="0"
        insetEnd="1"
        minH={{ base: '11', md: '7' }}
        minW={{ base: '11', md: '0' }}
        color="teal.700"
        fontWeight="medium"
        cursor="pointer"
        borderRadius="l1"
      >
        <chakra.span mdDown={{ srOnly: true }}>Recorrido</chakra.span>
        <ChevronDown size={16} aria-hidden="true" data-chevron="" />
      </chakra.summary>
      <chakra.div
        position="absolute"
        insetX="0"
        top="100%"
        zIndex="docked"
        mt="1"
        p="4"
        layerStyle="frame"
        boxShadow="lg"
      >
        <Stepper label="Recorrido de la caja" steps={stepsOf(location)} />
      </chakra.div>
    </chakra.details>
  );
}

type BackTarget = { to: string; label: string };

interface Facts {
  box: AnswerOf<'/verCajaDetalle'>[number];
  shipping: AnswerOf<'/obtenerSoportes'>;
}

interface BoxPageProps extends Pick<BoxBandProps, 'fund' | 'bar' | 'inPass'>, LoadSectionProps {
  /** Page title; defaults to the name of the store. */
  title?: string;
  /** Link back, also shown while the box is loading. */
  back: BackTarget;
  facts: Facts | null;
  /** The box was just sent. */
  sent?: boolean;
  account: readonly FigureLine[];
  actions?: ReactNode;
  children: ReactNode;
}

const boxTitle = ({ tienda, consecutivo }: Facts['box']): string =>
  `${tienda} · ${consecutivo === null ? 'caja sin enviar' : `n.º ${consecutivo}`}`;

/** Screen of one box: one band with its facts, and its expenses below. */
export function BoxPage({
  title,
  back,
  facts,
  failed,
  forbidden,
  problem,
  onRetry,
  actions,
  sent = false,
  children,
  ...figures
}: BoxPageProps) {
  if (failed || facts === null)
    return (
      <BandPage title={title ?? 'Caja'} back={back} band={null}>
        <LoadSection failed={failed} forbidden={forbidden} problem={problem} onRetry={onRetry} />
      </BandPage>
    );
  const { box, shipping } = facts;
  // An open box has no progress yet, and the location of a box that was just sent is out of date.
  const isUnderWay = !sent && boxStateOf(box.active) !== 'open';
  return (
    <BandPage
      title={title ?? box.tienda}
      tab={[...(title === undefined ? [] : [title]), boxTitle(box)].join(' · ')}
      subtitle={
        <>
          <chakra.span minW="0" truncate={{ md: true }}>
            {[
              ...(title === undefined ? [] : [box.tienda]),
              box.consecutivo === null ? 'Caja sin enviar' : `n.º\u00a0${box.consecutivo}`,
            ].join(' · ')}
          </chakra.span>
          {isUnderWay ? (
            <>
              <BoxSituation location={box.ubicacion} />
              <BoxStages location={box.ubicacion} />
            </>
          ) : null}
        </>
      }
      back={back}
      actions={actions}
      band={<BoxBand shipping={shipping} {...figures} />}
    >
      {children}
      {/* Keeps the last expense clear of the bar. */}
      {figures.bar ? <chakra.div hideFrom="lg" height="16" /> : null}
    </BandPage>
  );
}

interface FollowedBoxPageProps
  extends Omit<BoxPageProps, keyof LoadSectionProps | 'facts' | 'account'> {
  snapshot: Loadable & Parameters<typeof changesOf>[0] & { context: { facts: Facts | null } };
  send: (event: { type: 'RETRY' }) => void;
}

/** Screen of a box that can be sent: also announces changes that other users make meanwhile. */
export function FollowedBoxPage({ snapshot, send, children, ...page }: FollowedBoxPageProps) {
  return (
    <BoxPage
      {...page}
      {...loadOf(snapshot, send)}
      facts={factsOf(snapshot)}
      account={accountOf(snapshot)}
    >
      <ChangeNotice
        title="La caja cambió mientras la tenía en pantalla"
        changes={changesOf(snapshot)}
        author={changeAuthorOf(snapshot, serverToday())}
      />
      {children}
    </BoxPage>
  );
}

/** Props of a read-only box screen; tests pass their own `machine`. */
export interface BoxContentViewProps {
  machine?: typeof boxContent;
}

/** Loads a read-only box for its screen. */
export function useBoxContent(id_caja: number, machine = boxContent) {
  const [snapshot, send] = useActor(machine, { input: { key: { id_caja } } });
  const facts = dataOf(snapshot);
  return {
    rows: expenseRowsOf(facts?.rows ?? []),
    account: accountOfBox(facts),
    page: { facts, ...loadOf(snapshot, send) },
  };
}
