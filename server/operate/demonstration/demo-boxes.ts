import type { StageName } from '#machines/domain/box/stages.ts';
import type { BoxStateName } from '#machines/domain/box/states.ts';
import { type PurchaseKey, purchaseModels } from './demo-purchases.ts';
import type { CompanyName, StoreKey } from './demo-stores.ts';

export interface DemoPurchase {
  model: PurchaseKey;
  /** How many electronic invoices the number of the expense leads to. */
  factura?: 'one' | 'several' | 'none' | 'anotherValue' | 'anotherBuyer';
  rechazo?: { stage: StageName; id: number };
  /** Part that it shares with the last purchase of its kind, in whichever store that was. */
  repeats?: 'receiptNumber' | 'receipt' | 'purchase';
  withoutReceipt?: true;
  byCoordinator?: true;
}

export interface DemoBox {
  store: StoreKey;
  until: BoxStateName;
  /** Days ago; absent: it was not sent. */
  sent?: number;
  purchases: readonly DemoPurchase[];
  /** Expenses already decided at the stage where the box is. */
  decided?: number;
  shipping?: CompanyName;
}

const models = Object.keys(purchaseModels) as PurchaseKey[];

/** A purchase of each model, without and with an electronic invoice. */
const plain = Object.fromEntries(models.map((model) => [model, { model }])) as Record<
  PurchaseKey,
  DemoPurchase
>;
const invoiced = Object.fromEntries(
  models.map((model) => [model, { model, factura: 'one' }]),
) as Record<PurchaseKey, DemoPurchase>;

const rejected = (purchase: DemoPurchase, stage: StageName, id: number): DemoPurchase => ({
  ...purchase,
  rechazo: { stage, id },
});

type Progress = Omit<DemoBox, 'store' | 'purchases'>;

const box = (progress: Progress, purchases: readonly DemoPurchase[]) => ({
  ...progress,
  purchases,
});

const ofStore = (store: StoreKey, boxes: readonly Omit<DemoBox, 'store'>[]): DemoBox[] =>
  boxes.map((one) => ({ store, ...one }));

/** Boxes by store, from the oldest to the newest; a store that is absent recorded nothing yet. */
export const demoBoxes: readonly DemoBox[] = [
  ...ofStore('medellin', [
    box({ until: 'closed', sent: 112, shipping: 'Servientrega' }, [
      invoiced.aseo,
      plain.cafeteria,
      plain.taxiLargo,
      invoiced.papeleria,
    ]),
    box({ until: 'closed', sent: 84, shipping: 'Motorizado' }, [
      invoiced.pintura,
      rejected(plain.refrigerio, 'supervisor', 5),
      plain.mensajeria,
      plain.taxiCorto,
      { ...plain.empaques, factura: 'anotherValue' },
    ]),
    box({ until: 'closed', sent: 55, shipping: 'Coordinadora' }, [
      invoiced.surtido,
      rejected(plain.luces, 'maintenance', 3),
      rejected(plain.parqueadero, 'final', 1),
      plain.botiquin,
      rejected(plain.copias, 'accounting', 6),
    ]),
    box({ until: 'finalAccounting', sent: 20, decided: 2, shipping: 'Interrapidísimo' }, [
      invoiced.aseo,
      plain.acarreo,
      { ...plain.papeleria, factura: 'several' },
      invoiced.gas,
    ]),
    box({ until: 'readyToShip', sent: 9 }, [
      invoiced.cafeteria,
      plain.taxiLargo,
      rejected(plain.empaques, 'accounting', 3),
      plain.refrigerio,
    ]),
    box({ until: 'supervision', sent: 3, decided: 2 }, [
      invoiced.aseo,
      rejected(plain.copias, 'supervisor', 1),
      { ...plain.papeleria, factura: 'several' },
      plain.taxiCorto,
      { ...plain.aire, factura: 'none' },
      { ...plain.mensajeria, repeats: 'receiptNumber' },
    ]),
    box({ until: 'open' }, [
      invoiced.cafeteria,
      { ...plain.parqueadero, withoutReceipt: true },
      plain.refrigerio,
    ]),
  ]),
  ...ofStore('bogota', [
    box({ until: 'closed', sent: 98, shipping: 'Mensajeros Urbanos Bogotá' }, [
      invoiced.surtido,
      invoiced.luces,
      plain.gasolina,
      plain.taxiLargo,
    ]),
    box({ until: 'closed', sent: 62, shipping: 'Servientrega' }, [
      invoiced.aseo,
      invoiced.empaques,
      rejected(plain.botiquin, 'supervisor', 2),
      invoiced.aire,
      plain.mensajeria,
    ]),
    box({ until: 'maintenance', sent: 6, decided: 1 }, [
      invoiced.aire,
      invoiced.pintura,
      plain.luces,
      plain.cafeteria,
      rejected(plain.refrigerio, 'supervisor', 5),
    ]),
    box({ until: 'open' }, [{ ...plain.papeleria, factura: 'none' }, plain.taxiCorto]),
  ]),
  ...ofStore('cali', [
    box({ until: 'closed', sent: 75, shipping: 'Liberty Express Cali' }, [
      plain.tramites,
      invoiced.aseo,
      plain.gasolina,
      plain.copias,
    ]),
    box({ until: 'preliminary', sent: 7, decided: 2 }, [
      plain.cafeteria,
      invoiced.empaques,
      plain.acarreo,
      { ...plain.botiquin, repeats: 'receipt' },
      rejected(plain.luces, 'maintenance', 5),
    ]),
    box({ until: 'open' }, [plain.mensajeria]),
  ]),
  ...ofStore('barranquilla', [
    box({ until: 'closed', sent: 90, shipping: 'Domicilios La Arenosa' }, [
      plain.aseo,
      invoiced.papeleria,
      plain.taxiLargo,
    ]),
    box({ until: 'readyToShip', sent: 11 }, [
      plain.cafeteria,
      { ...plain.gas, factura: 'anotherBuyer' },
      plain.mensajeria,
    ]),
    box({ until: 'open' }, [plain.copias, invoiced.refrigerio]),
  ]),
  ...ofStore('floridablanca', [
    box({ until: 'closed', sent: 47, shipping: 'Envía' }, [
      invoiced.aseo,
      plain.cerradura,
      plain.taxiCorto,
      rejected(plain.parqueadero, 'accounting', 8),
    ]),
    box({ until: 'finalAccounting', sent: 13, shipping: 'TCC' }, [
      invoiced.empaques,
      plain.botiquin,
      invoiced.refrigerio,
    ]),
  ]),
  ...ofStore('pereira', [
    box({ until: 'closed', sent: 105, shipping: 'Coordinadora' }, [
      invoiced.surtido,
      plain.gasolina,
      plain.acarreo,
      invoiced.pintura,
      plain.taxiLargo,
    ]),
    box({ until: 'closed', sent: 70, shipping: 'Interrapidísimo' }, [
      invoiced.empaques,
      plain.refrigerio,
      invoiced.aire,
      rejected(plain.mensajeria, 'final', 2),
    ]),
    box({ until: 'closed', sent: 33, shipping: 'Servientrega' }, [
      invoiced.aseo,
      { ...plain.cafeteria, byCoordinator: true },
      plain.luces,
      plain.parqueadero,
      invoiced.gas,
    ]),
    box({ until: 'preliminary', sent: 8 }, [
      invoiced.surtido,
      plain.acarreo,
      plain.cerradura,
      plain.taxiLargo,
    ]),
    box({ until: 'supervision', sent: 2 }, [
      { ...plain.gasolina, byCoordinator: true },
      { ...plain.papeleria, factura: 'anotherValue' },
      invoiced.pintura,
    ]),
    box({ until: 'open' }, [
      plain.estanteria,
      { ...plain.estanteria, repeats: 'purchase' },
      { ...plain.aseo, factura: 'several' },
      plain.refrigerio,
    ]),
  ]),
  ...ofStore('armenia', [
    box({ until: 'closed', sent: 130, shipping: 'Envía' }, [
      plain.aseo,
      plain.papeleria,
      plain.taxiCorto,
    ]),
  ]),
];
