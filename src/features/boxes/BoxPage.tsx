import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { AnswerOf } from '#contract/contract.ts';
import type { FigureLine } from '#machines/domain/fund/fund.ts';
import {
  accountOf,
  changeAuthorOf,
  changesOf,
  factsOf,
} from '#machines/flows/boxes/box.selectors.ts';
import { serverToday } from '../../wire/server-clock.ts';
import { BandPage } from '../../ui/layout/BandPage.tsx';
import { ChangeNotice } from '../../app/problems/ChangeNotice.tsx';
import { LoadSection, type LoadSectionProps } from '../../app/problems/LoadProblem.tsx';
import { type Loadable, loadOf } from '../../app/problems/load-of.ts';
import { BoxBand, type BoxBandProps, BoxStages } from './BoxBand.tsx';
import { BoxFact } from './BoxLine.tsx';

type Place = { to: string; label: string };

interface Facts {
  box: AnswerOf<'/verCajaDetalle'>[number];
  shipping: AnswerOf<'/obtenerSoportes'>;
}

interface BoxPageProps extends Pick<BoxBandProps, 'fund' | 'bar'>, LoadSectionProps {
  /** Instead of the name of the store. */
  title?: string;
  /** Also while the box is on its way. */
  back: Place;
  facts: Facts | null;
  /** The figures of the box. */
  account: readonly FigureLine[];
  actions?: ReactNode;
  children: ReactNode;
}

const boxTitle = ({ tienda, consecutivo }: Facts['box']): string =>
  `${tienda} · ${consecutivo === null ? 'caja sin enviar' : `n.º ${consecutivo}`}`;

/** A screen of one box: one band says all about it, and the rest is its expenses. */
export function BoxPage({
  title,
  back,
  facts,
  failed,
  forbidden,
  problem,
  onRetry,
  actions,
  children,
  ...figures
}: BoxPageProps) {
  if (failed || facts === null)
    return (
      <BandPage title={title ?? 'Caja'} back={back} band={null}>
        <LoadSection {...{ failed, forbidden, problem, onRetry }} />
      </BandPage>
    );
  const { box, shipping } = facts;
  return (
    <BandPage
      title={title ?? box.tienda}
      tab={[...(title === undefined ? [] : [title]), boxTitle(box)].join(' · ')}
      subtitle={[
        ...(title === undefined ? [] : [box.tienda]),
        box.consecutivo === null ? 'Caja sin enviar' : `Reembolso n.º ${box.consecutivo}`,
      ].join(' · ')}
      back={back}
      actions={
        <>
          {shipping.empresa === undefined ? null : (
            <chakra.dl
              display="flex"
              flexWrap="wrap"
              columnGap="4"
              textStyle="sm"
              color="fg.muted"
              order={{ base: 1, md: 0 }}
            >
              <BoxFact label="Empresa de envío">{shipping.empresa}</BoxFact>
              <BoxFact label="Número de guía">{shipping.codigo_soporte || '—'}</BoxFact>
            </chakra.dl>
          )}
          <BoxStages location={box.ubicacion} />
          {actions}
        </>
      }
      band={<BoxBand location={box.ubicacion} {...figures} />}
    >
      {children}
      {/* The last expense is not left under the bar. */}
      {figures.bar ? <chakra.div hideFrom="lg" height="16" /> : null}
    </BandPage>
  );
}

interface FollowedBoxPageProps
  extends Omit<BoxPageProps, keyof LoadSectionProps | 'facts' | 'account'> {
  snapshot: Loadable & Parameters<typeof changesOf>[0] & { context: { facts: Facts | null } };
  send: (event: { type: 'RETRY' }) => void;
}

/** The screen of a box that somebody is about to send: says what others change in it meanwhile. */
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
