import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { AnswerOf } from '#contract/contract.ts';
import type { Problem } from '#machines/flows/result.ts';
import { LoadingState } from '../../components/LoadingState.tsx';
import { Page } from '../../components/Page.tsx';
import { Section } from '../../components/Section.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { LoadProblem } from '../problems/LoadProblem.tsx';
import { toneOf } from '../records/state-tone.ts';

type Place = { to: string; label: string };
type Facts = { box: AnswerOf<'/verCajaDetalle'>[number] };

export interface BoxPageProps {
  /** Instead of the name of the store. */
  title?: string;
  /** Also while the box is on its way. */
  back: Place;
  facts: Facts | null;
  /** It did not come. */
  failed: boolean;
  /** It is not there, or not for this person. */
  forbidden: boolean;
  problem: Problem | null;
  onRetry: () => void;
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen of one box: its store, its number, and the content once the box is there. */
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
}: BoxPageProps) {
  if (failed)
    return (
      <Page title={title ?? 'Caja'} back={back}>
        <Section>
          <LoadProblem problem={problem} forbidden={forbidden} onRetry={onRetry} />
        </Section>
      </Page>
    );
  if (facts === null)
    return (
      <Page title={title ?? 'Caja'} back={back}>
        <Section>
          <LoadingState label="Cargando la caja…" />
        </Section>
      </Page>
    );
  return (
    <Page
      title={title ?? facts.box.tienda}
      subtitle={title === undefined ? <BoxIdentity box={facts.box} /> : facts.box.tienda}
      back={back}
      actions={actions}
    >
      {children}
    </Page>
  );
}

/** Its number and its state. */
function BoxIdentity({ box }: Facts) {
  return (
    <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap="1">
      {box.consecutivo === null ? 'Caja sin enviar' : `Reembolso n.º ${box.consecutivo}`}
      <StatusBadge tone={toneOf(box.color)} label={box.estado} />
    </chakra.span>
  );
}
