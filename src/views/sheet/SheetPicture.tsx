import { chakra } from '@chakra-ui/react/styled-system';
import { FileX2 } from 'lucide-react';
import type { ExpenseRow } from '#contract/calls/box.calls.ts';
import { Anchor } from '../../components/Anchor.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { useLoading } from '../../components/use-loading.ts';
import { receiptUrl, thumbnailUrl } from '../../screens/paths.ts';

export interface SheetPictureProps {
  row: ExpenseRow;
  /** The picture is there, and was on the screen. */
  onSeen: () => void;
}

/** Two rows of cards fill the window. */
const height = { base: '11rem', md: 'max(8rem, calc((100dvh - 32rem) / 2))' };

/** The receipt of an expense, small; it opens beside the application. */
export function SheetPicture({ row, onSeen }: SheetPictureProps) {
  const { status, setStatus, attempt, retry } = useLoading();
  const { soporte, recibo } = row;
  if (soporte === null || status === 'failed')
    return (
      <chakra.div
        height={height}
        display="grid"
        placeContent="center"
        justifyItems="center"
        gap="2"
        px="3"
        textAlign="center"
        textStyle="sm"
        color="fg.muted"
        bg="bg.muted"
      >
        <FileX2 aria-hidden="true" />
        {soporte === null ? 'Sin soporte' : 'No se pudo mostrar el soporte'}
        {soporte === null ? null : (
          <>
            <GuardedButton size="sm" variant="outline" onClick={retry}>
              Reintentar
            </GuardedButton>
            <TextLink href={receiptUrl(soporte)} newTab>
              Abrir el original
            </TextLink>
          </>
        )}
      </chakra.div>
    );
  return (
    <Anchor href={receiptUrl(soporte)} newTab>
      <chakra.img
        key={attempt}
        src={thumbnailUrl(soporte)}
        alt={`Soporte del recibo ${recibo}`}
        loading="lazy"
        onLoad={({ currentTarget }) => {
          setStatus('ready');
          whenSeen(currentTarget, onSeen);
        }}
        onError={() => setStatus('failed')}
        display="block"
        width="full"
        height={height}
        objectFit="cover"
        objectPosition="top"
        bg="bg.muted"
      />
    </Anchor>
  );
}

/**
 * The part of the window in which things are read, between the bars that stick to its edges: what is behind them
 * is not seen.
 */
const READ = '-64px 0px -150px 0px';

/** Calls once, when most of an element has been within the window. */
function whenSeen(element: Element, onSeen: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      onSeen();
    },
    { rootMargin: READ, threshold: 0.6 },
  );
  observer.observe(element);
}
