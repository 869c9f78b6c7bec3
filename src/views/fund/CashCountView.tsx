import { useActor } from '@xstate/react';
import { useSearchParams } from 'react-router-dom';
import { mayCount } from '#machines/domain/cash-count.ts';
import {
  countsOf,
  lastSavedIdOf,
  noticeOf,
} from '#machines/flows/cash-count/cash-count.selectors.ts';
import { actorOf } from '#machines/flows/session/session.selectors.ts';
import { cashCount } from '../../actors/cash-count.actors.ts';
import { Session } from '../../actors/SessionProvider.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { Page } from '../../components/Page.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { labelOf } from '../../screens/labels.ts';
import { countPath, linkTo } from '../../screens/paths.ts';
import { useIdParam } from '../../screens/use-id-param.ts';
import { useMayOpen } from '../../screens/use-may-open.ts';
import { LoadSection } from '../problems/LoadProblem.tsx';
import { loadOf } from '../problems/load-of.ts';
import { CashCountForm } from './CashCountForm.tsx';
import { CashCountList } from './CashCountList.tsx';
import { CashCountSheet } from './CashCountSheet.tsx';

/** …/arqueos: the cash counts of a store; one of them as a sheet to be printed. */
export default function CashCountView({ machine = cashCount }: { machine?: typeof cashCount }) {
  const idTienda = useIdParam('idTienda');
  const { profile } = Session.useSelector(actorOf);
  const [snapshot, send] = useActor(machine, { input: { id_tienda: idTienda } });
  const [address] = useSearchParams();
  const screen = useMayOpen('cajaActual') ? 'arqueosCaja' : 'arqueosTienda';
  const back =
    screen === 'arqueosCaja'
      ? linkTo('cajaActual', { idTienda })
      : linkTo('historialTienda', { idTienda });
  const counts = countsOf(snapshot);
  const load = loadOf(snapshot, send);
  if (counts === null || load.forbidden)
    return (
      <Page title={labelOf(screen)} back={back}>
        <LoadSection {...load} />
      </Page>
    );
  const shown = counts.arqueos.find(({ id }) => String(id) === address.get('arqueo'));
  if (shown !== undefined)
    return (
      <Page
        title={`Arqueo de caja n.º ${shown.id}`}
        subject={counts.tienda}
        back={linkTo(screen, { idTienda })}
        width="narrow"
      >
        <CashCountSheet count={shown} />
      </Page>
    );
  const saved = lastSavedIdOf(snapshot);
  const notice = noticeOf(snapshot);
  return (
    <Page title={labelOf(screen)} subject={counts.tienda} back={back}>
      {notice === null || saved === null ? null : (
        <InlineAlert tone="success" title={notice}>
          <TextLink to={countPath(screen, idTienda, saved)}>Ver e imprimir el arqueo</TextLink>
        </InlineAlert>
      )}
      {mayCount(profile) ? (
        // A count that was kept leaves an empty form behind.
        <CashCountForm key={saved ?? 0} snapshot={snapshot} send={send} counts={counts} />
      ) : null}
      <CashCountList rows={counts.arqueos} to={(id) => countPath(screen, idTienda, id)} />
    </Page>
  );
}
