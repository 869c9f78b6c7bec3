import { useParams } from 'react-router-dom';

const idIn = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

/**
 * The id that stands in the address: `useIdParam('idCaja')`. What is no id becomes 0, which nothing
 * has: the server then answers as for anything that does not exist.
 */
export const useIdParam = (name: string): number => idIn(useParams()[name] ?? '');

/** The record that a form is for; null for a new one, whose address has no id. */
export function useRecordId(name: string): number | null {
  const text = useParams()[name];
  return text === undefined ? null : idIn(text);
}
