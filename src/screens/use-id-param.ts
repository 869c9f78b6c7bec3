import { useParams } from 'react-router-dom';

/**
 * The id that stands in the address: `useIdParam('idCaja')`. What is no id becomes 0, which nothing
 * has: the server then answers as for anything that does not exist.
 */
export function useIdParam(name: string): number {
  const text = useParams()[name] ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
