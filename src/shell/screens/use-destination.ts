import { useEffect } from 'react';
import { generatePath, useLocation, useNavigate } from 'react-router-dom';
import type { Destination } from '#machines/flows/steps/destination.ts';
import { patterns } from './paths.ts';

/** The address of the destination of a finished flow. */
const addressOf = ({ route, params }: Destination): string =>
  generatePath(
    patterns[route],
    Object.fromEntries(Object.entries(params ?? {}).map(([name, id]) => [name, String(id)])),
  );

/** The history ordered by last move: a box that was just sent is at the top. */
const lastMovedFirst = '?grupo=todas&orden=fecha_movimiento&direccion=desc';

/**
 * Navigates to the destination of a finished flow: `useDestination(snapshot.output)`.
 *
 * @param noticed id of the changed row, which is animated at the destination
 * @param message result of the change, shown at the destination
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

/** Id of the row that the previous flow changed, to animate it, and the result of the change. */
export function useNoticed(): Left {
  const state: Left | null = useLocation().state;
  return {
    ...(state?.noticed && { noticed: state.noticed }),
    ...(state?.message && { message: state.message }),
  };
}
