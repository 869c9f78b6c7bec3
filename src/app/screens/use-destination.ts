import { useEffect } from 'react';
import { generatePath, useLocation, useNavigate } from 'react-router-dom';
import type { Destination } from '#machines/flows/steps/destination.ts';
import { patterns } from './paths.ts';

/** The address of where a finished flow leads. */
const addressOf = ({ route, params }: Destination): string =>
  generatePath(
    patterns[route],
    Object.fromEntries(Object.entries(params ?? {}).map(([name, id]) => [name, String(id)])),
  );

/** The history with what moved last above: a box that was just sent is in view. */
const lastMovedFirst = '?grupo=todas&orden=fecha_movimiento&direccion=desc';

/**
 * Goes where a flow leads once it has finished: `useDestination(snapshot.output)`.
 *
 * @param noticed id of what was changed
 * @param message what became of it, to be read there
 */
export function useDestination(
  output: Destination | undefined,
  noticed?: number,
  message?: string,
): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (output === undefined) return;
    const query = output.route === 'historialCaja' ? lastMovedFirst : '';
    void navigate(`${addressOf(output)}${query}`, { state: { noticed, message } });
  }, [output, noticed, message, navigate]);
}

interface Left {
  noticed?: number;
  message?: string;
}

/** Id of what the flow before has just changed, to be noticed among others, and what became of it. */
export function useNoticed(): Left {
  const state: Left | null = useLocation().state;
  return {
    ...(state?.noticed && { noticed: state.noticed }),
    ...(state?.message && { message: state.message }),
  };
}
