import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { boxSendMachine } from '#machines/flows/boxes/box-send.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { boxContent } from '#src/features/boxes/box.actors.ts';
import { boxHistory, pendingBoxes, storeList } from '#src/features/boxes/box-lists.tsx';
import {
  companyRecords,
  storeRecords,
  userRecords,
} from '#src/features/records/record-list.actors.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import ReviewBoxView from '#src/features/boxes/ReviewBoxView.tsx';
import ControlBoxView from '#src/features/boxes/ControlBoxView.tsx';
import CurrentBoxView from '#src/features/boxes/CurrentBoxView.tsx';
import HistoryView from '#src/features/boxes/HistoryView.tsx';
import PendingBoxesView from '#src/features/boxes/PendingBoxesView.tsx';
import StoreBoxView from '#src/features/boxes/StoreBoxView.tsx';
import StoreHistoryView from '#src/features/boxes/StoreHistoryView.tsx';
import CompanyListView from '#src/features/companies/CompanyListView.tsx';
import StoreListView from '#src/features/stores/StoreListView.tsx';
import StoresView from '#src/features/stores/StoresView.tsx';
import UserListView from '#src/features/users/UserListView.tsx';
import { aFund, boxFacts } from '#tests/kit/flow-fixtures.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';
import { finishedOnboarding } from '../users/finished-onboarding.ts';

const row = {
  id: 1,
  id_caja: 1,
  nombre: 'Uno',
  razon_social: 'Una',
  a_cargo: '',
  indispensable: '',
  invitacion: null,
  tipo: 2,
  permisos: null,
  tienda: 'Tienda Centro',
  active_: 1,
  active: 2,
  giro: '',
  fecha_movimiento: '2030-05-12 10:30',
  fecha: '2030-05-12 10:30',
};
const loadRows = [answered({ rows: [row], total: 1 })];
const open = answered({ ...boxFacts({ active: 2 }, { estado: 3 }), fund: aFund });

const listOf = { loadRows };
const content = () =>
  answering(boxContent, { loadDetail: [answered({ ...boxFacts({}, {}), shipping: {} })] }).logic;
const sending = () => answering(boxSendMachine, { loadBox: [open] }).logic;

/** Screens with profile, view, route and the column of the initial order, by default the first. */
const screens: [string, ProfileId, () => ReactElement, (keyof typeof patterns)?, number?][] = [
  [
    'users',
    1,
    () => (
      <UserListView
        machine={answering(userRecords, listOf).logic}
        onboardingMachine={finishedOnboarding()}
      />
    ),
  ],
  ['companies', 1, () => <CompanyListView machine={answering(companyRecords, listOf).logic} />],
  ['stores', 1, () => <StoresView machine={answering(storeRecords, listOf).logic} />],
  ['stores to read', 7, () => <StoreListView machine={answering(storeList, listOf).logic} />],
  ['pending boxes', 6, () => <PendingBoxesView machine={answering(pendingBoxes, listOf).logic} />],
  ['the current box', 2, () => <CurrentBoxView machine={sending()} />],
  ['a box of a store', 2, () => <StoreBoxView machine={content()} />],
  ['a box in supervision', 3, () => <ReviewBoxView stage="supervisor" machine={sending()} />],
  ['a box in maintenance', 5, () => <ReviewBoxView stage="maintenance" machine={sending()} />],
  ['a box in accounting', 6, () => <ReviewBoxView stage="accounting" machine={sending()} />],
  ['a box to read', 7, () => <ControlBoxView machine={content()} />],
  [
    'the history',
    2,
    () => <HistoryView machine={answering(boxHistory, listOf).logic} />,
    'historialCaja',
    8,
  ],
  [
    'the history of a store',
    7,
    () => <StoreHistoryView machine={answering(boxHistory, listOf).logic} />,
    'historialTienda',
    8,
  ],
];

test.each(screens)(
  'the table of %s is initially in ascending order of its column',
  async (_, profile, view, route = 'verCaja', column = 1) => {
    const pattern = patterns[route];
    renderScreen(view(), pattern, pattern.replace(/:\w+/, '12'), { id: 20, profile });
    const heads = await screen.findAllByRole('columnheader');
    const ordered = heads.findIndex((head) => head.getAttribute('aria-sort') === 'ascending');
    expect(ordered + 1).toBe(column);
  },
);
