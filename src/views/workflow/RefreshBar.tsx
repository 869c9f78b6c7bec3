import { chakra } from '@chakra-ui/react/styled-system';
import { RefreshCw } from 'lucide-react';
import { agoInWords } from '#machines/domain/durations.ts';
import type { Problem } from '#machines/flows/result.ts';
import { serverNow } from '../../actors/server-clock.ts';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { useTicking } from '../../components/use-ticking.ts';

export interface RefreshBarProps {
  /** Instant of the figures, epoch milliseconds; null until they came once. */
  instant: number | null;
  loading: boolean;
  /** Problem of the last try. */
  problem: Problem | null;
  onRefresh: () => void;
}

/** Age of the figures, with a button that loads newer ones. */
export function RefreshBar({ instant, loading, problem, onRefresh }: RefreshBarProps) {
  useTicking(10_000);
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      gap="3"
      minH="10"
    >
      <chakra.div textStyle="sm" color={problem === null ? 'fg.muted' : 'fg.error'}>
        {problem === null ? null : (
          <chakra.span role="alert">No se pudo actualizar: {problem.msg} </chakra.span>
        )}
        {instant === null ? 'Cargando…' : `Actualizado ${agoInWords(serverNow() - instant)}.`}
      </chakra.div>
      <chakra.div _print={{ display: 'none' }}>
        <GuardedButton
          variant="outline"
          size="sm"
          icon={RefreshCw}
          loading={loading}
          loadingLabel="Actualizando…"
          onClick={onRefresh}
        >
          Actualizar
        </GuardedButton>
      </chakra.div>
    </chakra.div>
  );
}
