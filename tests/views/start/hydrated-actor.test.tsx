import { useActor } from '@xstate/react';
import { act, render, screen } from '@testing-library/react';
import axios, { AxiosError, type AxiosResponse } from 'axios';
import { beforeEach, expect, test, vi } from 'vitest';
import { pageOf } from '#machines/flows/steps/result.ts';
import { listOf } from '#src/wire/looking.actors.ts';
import { usePrefetched } from '#src/wire/with-calls.ts';
import { prefetch } from '#src/wire/client.ts';
import { companyRecords } from '#src/features/records/record-list.actors.ts';

const query = { pagina: 1, limite: 25 };
const list = listOf('/obtenerEmpresas');

const answer = async (nombre: string): Promise<AxiosResponse> => ({
  status: 200,
  data: [{ id: 7, nombre }],
  statusText: '',
  headers: { 'x-total-count': '1' },
  config: {} as AxiosResponse['config'],
});

const request = () => vi.spyOn(axios.Axios.prototype, 'request');
let sent: ReturnType<typeof request>;
beforeEach(() => {
  sent = request();
  sent.mockImplementation(() => answer('Envíos'));
});

/** Renders the list and records the content of each render. */
function renderList(machine: typeof list | typeof companyRecords) {
  const rendered: string[] = [];
  let refresh = () => {};
  function Rows() {
    const [snapshot, send] = useActor(machine, usePrefetched(machine, { query }));
    refresh = () => send({ type: 'REFRESH' });
    const names = pageOf(snapshot).rows.map(({ nombre }) => nombre);
    rendered.push(names.join() || 'nothing');
    return <p>{names}</p>;
  }
  render(<Rows />);
  return { rendered, refresh: () => act(() => refresh()) };
}

test.each([
  ['a list', list],
  ['a list of records', companyRecords],
])('%s renders a prefetched answer at once, and sends a request on refresh', async (_, machine) => {
  await prefetch('/obtenerEmpresas', query);
  const { rendered, refresh } = renderList(machine);
  await act(async () => undefined);
  expect(rendered).toEqual(['Envíos']);
  expect(sent).toHaveBeenCalledTimes(1);
  sent.mockImplementation(() => answer('Fletes'));
  refresh();
  await screen.findByText('Fletes');
  expect(sent).toHaveBeenCalledTimes(2);
});

test('a pending prefetch is awaited without a second request', async () => {
  void prefetch('/obtenerEmpresas', query);
  const { rendered } = renderList(list);
  await screen.findByText('Envíos');
  expect(rendered[0]).toBe('nothing');
  expect(sent).toHaveBeenCalledTimes(1);
});

test('a failed prefetch is followed by a new request', async () => {
  sent.mockImplementationOnce(() => Promise.reject(new AxiosError('Network Error')));
  await prefetch('/obtenerEmpresas', query);
  renderList(list);
  await screen.findByText('Envíos');
  expect(sent).toHaveBeenCalledTimes(2);
});
