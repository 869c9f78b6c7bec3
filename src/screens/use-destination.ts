import { useEffect } from 'react';
import { generatePath, useLocation, useNavigate } from 'react-router-dom';
import type { Destination } from '#machines/flows/destination.ts';
import { patterns } from './paths.ts';

/** The address of where a finished flow leads. */
export const addressOf = ({ route, params }: Destination): string =>
  generatePath(
    patterns[route],
    Object.fromEntries(Object.entries(params ?? {}).map(([name, id]) => [name, String(id)])),
  );

/** Goes where a flow leads once it has finished: `useDestination(snapshot.output)`. */
export function useDestination(output: Destination | undefined, noticed?: number): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (output !== undefined) void navigate(addressOf(output), { state: { noticed } });
  }, [output, noticed, navigate]);
}

/** Id of what the flow before has just changed, to be noticed among others. */
export function useNoticed(): number | undefined {
  const state: { noticed?: number } | null = useLocation().state;
  return state?.noticed;
}
