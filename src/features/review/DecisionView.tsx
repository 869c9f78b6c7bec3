import { Dialog } from '@chakra-ui/react/dialog';
import { chakra } from '@chakra-ui/react/styled-system';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { useActorRef, useSelector } from '@xstate/react';
import { ArrowLeft, ArrowRight, Keyboard, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type StageName, stages } from '#machines/domain/stages/stages.ts';
import { hasAnomaly, readerOf } from '#machines/flows/boxes/box.selectors.ts';
import {
  type cockpitMachine,
  decisionOf,
  nextOf,
  positionOf,
  rowOf,
  rowsOf,
  stageOf,
  waitingOf,
} from '#machines/flows/review/cockpit.machine.ts';
import type { DecisionMachine } from '#machines/flows/review/decision.machine.ts';
import { actorOf, permissionsOf } from '#machines/flows/session/session.setup.ts';
import { isLoading } from '#machines/flows/steps/result.ts';
import { labelOf, linkTo, pathTo } from '../../shell/screens/paths.ts';
import { useIdParam } from '../../shell/screens/use-list-address.ts';
import { Session } from '../../shell/session.ts';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { IconButton, ToggleSwitch } from '../../ui/fields/IconButton.tsx';
import { Anchor } from '../../ui/fields/LinkButton.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { scrollIntoSight } from '../../ui/layout/use-in-view.ts';
import { singleKeysAreOn, storeSingleKeys, useKeys } from '../../ui/layout/use-keys.ts';
import { useSnapshot } from '../../ui/layout/use-snapshot.ts';
import { TitledDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { DecisionTrail, reviewBadge } from '../boxes/ExpenseTable.tsx';
import type { BoxSendMachine } from '../boxes/SendBar.tsx';
import { storedPhrases } from '../drafts/drafts.ts';
import { AccountingForm } from './AccountingForm.tsx';
import {
  LoadedExpense,
  draftedChoice,
  expenseTitle,
  type AnyCockpit,
  type AnyDecision,
  CockpitContext,
  useCockpitContext,
} from './LoadedExpense.tsx';
import { ReceiptPane } from './ReceiptPane.tsx';
import { cockpit as boxCockpit, decisions } from './review.actors.ts';
import { shortcutActionOf, shortcuts } from './shortcuts.ts';
import { type StageFormProps, PlainForm, SupervisorForm } from './StageForm.tsx';

/** Expenses of the box with the current one marked; hidden on narrow screens, which use the step buttons. */
function CockpitList() {
  const { cockpit, pathOf } = useCockpitContext();
  const stage = useSelector(cockpit, stageOf);
  const current = useSelector(cockpit, rowOf);
  const rows = useSelector(cockpit, rowsOf);
  const waiting = useSelector(cockpit, waitingOf);
  return (
    <chakra.nav
      aria-label="Gastos de la caja"
      display={{ base: 'none', xl: 'flex' }}
      flexDirection="column"
      layerStyle="frame"
      overflow="hidden"
    >
      <chakra.p px="3" py="2" borderBottomWidth="1px" textStyle="sm" color="fg.muted">
        Por decidir:{' '}
        <chakra.strong color="fg">
          {waiting} de {rows.length}
        </chakra.strong>
      </chakra.p>
      <chakra.ol listStyleType="none" overflowY="auto" flex="1" minH="0">
        {rows.map((row) => (
          <li key={row.id}>
            <chakra.div
              ref={row === current ? scrollIntoSight : undefined}
              data-current={row === current || undefined}
              css={expenseLook}
            >
              <Anchor to={pathOf(row.id)} {...(row === current && { 'aria-current': 'true' })}>
                <chakra.span display="block" overflowWrap="anywhere" fontWeight="medium">
                  {row.proveedor_nombre}
                </chakra.span>
                <chakra.span display="flex" justifyContent="space-between" gap="2" color="fg.muted">
                  <chakra.span overflowWrap="anywhere">{row.recibo}</chakra.span>
                  <chakra.span color="fg" fontWeight="medium" whiteSpace="nowrap">
                    {row.valor_f}
                  </chakra.span>
                </chakra.span>
                <chakra.span display="flex" alignItems="center" gap="1.5" mt="1">
                  <StatusBadge {...reviewBadge(row, stage, briefStates)} size="xs" />
                  {hasAnomaly(row) ? (
                    <chakra.span color="amber.800" display="inline-flex">
                      <TriangleAlert size={16} role="img" aria-label="Con novedad" />
                    </chakra.span>
                  ) : null}
                </chakra.span>
                <DecisionTrail row={row} stage={stage} />
              </Anchor>
            </chakra.div>
          </li>
        ))}
      </chakra.ol>
    </chakra.nav>
  );
}

/** One line in the narrow list; the facts have the whole name of the state. */
const briefStates: Readonly<Record<string, string>> = {
  pending: 'De otra etapa',
  approved: 'Aprobado',
  rejected: 'Rechazado',
};

const expenseLook = {
  borderBottomWidth: '1px',
  borderInlineStartWidth: '3px',
  borderInlineStartColor: 'transparent',
  textStyle: 'sm',
  '&[data-current]': { bg: 'teal.50', borderInlineStartColor: 'teal.700' },
  '& a': { display: 'block', px: '2.5', py: '2', outlineOffset: '-2px' },
  '& a:hover': { bg: 'bg.subtle' },
} as const;

interface DecisionViewProps {
  stage: StageName;
  /** Flows with their actor implementations: the decision, the cockpit of its box, and the send of the box. */
  machine?: DecisionMachine;
  box?: typeof cockpitMachine;
  boxSend?: BoxSendMachine;
}

const forms: Record<StageName, (props: StageFormProps) => ReactNode> = {
  supervisor: SupervisorForm,
  maintenance: PlainForm,
  accounting: AccountingForm,
  final: PlainForm,
};

/** Decision of a stage on an expense, beside its receipt and the other expenses of the box. */
export default function DecisionView(props: DecisionViewProps) {
  return <DecisionsOfBox key={useIdParam('idCaja')} {...props} />;
}

function DecisionsOfBox({
  stage,
  machine = decisions[stage],
  box = boxCockpit,
  boxSend,
}: DecisionViewProps) {
  const { cockpit, pathOf, back } = useCockpit(stage, box, machine);
  const [showsReceipt, setShowsReceipt] = useState(false);
  const [singleKeys, setSingleKeys] = useState(singleKeysAreOn);
  const switchSingleKeys = (on: boolean) => {
    storeSingleKeys(on);
    setSingleKeys(on);
  };
  const snapshot = useSnapshot(cockpit);
  const decision = decisionOf(snapshot);
  const row = rowOf(snapshot);
  const hasList = row !== null || isLoading(snapshot);
  const place = {
    cockpit,
    pathOf,
    back,
    boxSend,
    singleKeys,
    setSingleKeys: switchSingleKeys,
    hasReceipt: hasList,
    showsReceipt,
    toggleReceipt: () => setShowsReceipt(!showsReceipt),
  };
  return (
    <CockpitContext value={place}>
      <Page
        dense
        title={labelOf(stages[stage].expense)}
        tab={row === null ? undefined : expenseTitle(row)}
        subtitle={row?.tienda}
        back={back}
        actions={<Steps cockpit={cockpit} />}
      >
        <chakra.div css={layout} data-list={hasList || undefined} data-stage={stage}>
          {hasList ? (
            <>
              <CockpitList />
              <ReceiptPane />
            </>
          ) : null}
          <Decision key={decision.sessionId} decision={decision} stage={stage} />
        </chakra.div>
      </Page>
    </CockpitContext>
  );
}

/** Position in the box, buttons to the previous and next expense, and the list of shortcuts. */
function Steps({ cockpit }: { cockpit: AnyCockpit }) {
  const [helps, setHelps] = useState(false);
  const { singleKeys } = useCockpitContext();
  const snapshot = useSnapshot(cockpit);
  const place = positionOf(snapshot);
  const row = rowOf(snapshot);
  const isFirst = rowsOf(snapshot)[0] === row;
  const actions = {
    next: () => cockpit.send({ type: 'NEXT' }),
    previous: () => cockpit.send({ type: 'PREVIOUS' }),
    help: () => setHelps(true),
  };
  useKeys((event, isTyping) => {
    const action = shortcutActionOf(event, isTyping || !singleKeys);
    if (action === null || !Object.hasOwn(actions, action)) return false;
    actions[action as keyof typeof actions]();
    return true;
  });
  return (
    <chakra.div display="flex" alignItems="center" gap="1">
      {place === '' ? null : (
        <>
          <IconButton
            label="Gasto anterior (K)"
            icon={ArrowLeft}
            reasons={isFirst ? ['Es el primer gasto de la caja.'] : []}
            onClick={actions.previous}
          />
          <chakra.span textStyle="sm" fontWeight="semibold" whiteSpace="nowrap">
            {place}
          </chakra.span>
          <IconButton
            label="Siguiente gasto (J)"
            icon={ArrowRight}
            reasons={nextOf(snapshot) === null ? ['Es el último gasto de la caja.'] : []}
            onClick={actions.next}
          />
          <VisuallyHidden role="status">
            {`Gasto ${place}: ${row?.proveedor_nombre}, ${row?.valor_f}`}
          </VisuallyHidden>
        </>
      )}
      <chakra.span css={{ '@media (pointer: coarse)': { display: 'none' } }}>
        <IconButton label="Atajos de teclado (?)" icon={Keyboard} onClick={actions.help} />
      </chakra.span>
      <CockpitHelp open={helps} onClose={() => setHelps(false)} />
    </chakra.div>
  );
}

/** From 1280 px columns that scroll separately; below, a single column. */
const layout = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: { base: '4', xl: '3' },
  minH: '0',
  xl: {
    gridTemplateRows: 'minmax(0, 1fr)',
    '&[data-list]': { gridTemplateColumns: '12.5rem minmax(0, 1fr) 20.5rem' },
    '&[data-list][data-stage=accounting]': {
      gridTemplateColumns: '11rem minmax(0, 7fr) minmax(0, 8fr)',
    },
    '& > *': { minH: '0' },
    '& > form': { display: 'flex', flexDirection: 'column', gap: '3' },
  },
} as const;

/** Form of the decision; remounted for every expense. */
function Decision({ decision, stage }: { decision: AnyDecision; stage: StageName }) {
  const Form = forms[stage];
  return (
    <LoadedExpense decision={decision}>
      {(expense) => <Form decision={decision} expense={expense} stage={stage} />}
    </LoadedExpense>
  );
}

/** Cockpit of the box in the address; the address also selects the expense. */
function useCockpit(stage: StageName, box: typeof cockpitMachine, decision: DecisionMachine) {
  const [id_gasto, id_caja] = [useIdParam('idGasto'), useIdParam('idCaja')];
  const actor = Session.useSelector(actorOf);
  const permissions = Session.useSelector(permissionsOf);
  const navigate = useNavigate();
  const reader = readerOf(stage, permissions);
  const back = linkTo(stages[reader ?? stage].box, { idCaja: id_caja });
  const pathOf = (other: number) =>
    pathTo(stages[stage].expense, { idCaja: id_caja, idGasto: other });
  const [leading] = useState(() =>
    box.provide({
      actors: { decision },
      actions: {
        goTo: (_, place) => {
          void navigate(pathOf(place.id_gasto));
          window.scrollTo(0, 0);
        },
        goToBox: () => void navigate(back.to),
      },
    }),
  );
  const cockpit = useActorRef(leading, {
    input: {
      stage,
      reader,
      actor,
      id_caja,
      id_gasto,
      chosen: draftedChoice(actor.id, stage, id_gasto),
      phrases: storedPhrases(actor.id),
    },
  });
  // Links, shortcuts and the browser history change the address; the flow follows it.
  useEffect(() => {
    const chosen = draftedChoice(actor.id, stage, id_gasto);
    cockpit.send({ type: 'OPEN', id_gasto, chosen });
  }, [cockpit, actor.id, stage, id_gasto]);
  return { cockpit, pathOf, back };
}

/** List of the shortcuts, with a switch for single-letter ones, since voice input or a slip can trigger them. */
function CockpitHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { singleKeys, setSingleKeys } = useCockpitContext();
  return (
    <TitledDialog title="Atajos de teclado" size="sm" open={open} onClose={onClose}>
      <Dialog.Description color="fg.muted">
        No funcionan mientras escribe en un campo, salvo los de Ctrl.
      </Dialog.Description>
      <ToggleSwitch
        label="Atajos de una sola tecla"
        checked={singleKeys}
        onText="Atajos de una sola tecla: activos"
        offText="Atajos de una sola tecla: apagados; quedan los de Ctrl"
        onChange={setSingleKeys}
      />
      <chakra.dl
        display="grid"
        gridTemplateColumns="auto minmax(0, 1fr)"
        columnGap="4"
        rowGap="2.5"
        alignItems="center"
      >
        {shortcuts.map(({ action, label, does, ctrl = false }) => (
          <chakra.div
            key={action}
            display="contents"
            color={ctrl || singleKeys ? undefined : 'fg.subtle'}
          >
            <dt>
              <chakra.kbd
                px="2"
                py="0.5"
                borderWidth="1px"
                borderColor="border.emphasized"
                borderRadius="l1"
                bg="bg.subtle"
                textStyle="sm"
                fontWeight="semibold"
                whiteSpace="nowrap"
              >
                {label}
              </chakra.kbd>
            </dt>
            <dd>{does}</dd>
          </chakra.div>
        ))}
      </chakra.dl>
    </TitledDialog>
  );
}
