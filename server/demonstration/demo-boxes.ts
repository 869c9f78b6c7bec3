import type { StageName } from '#machines/domain/stages.ts';
import type { BoxStateName } from '#machines/domain/states.ts';
import type { PurchaseKey } from './demo-purchases.ts';
import type { CompanyName, StoreKey } from './demo-stores.ts';

/** How many electronic invoices the number of an expense leads to. */
export type InvoiceVariant = 'one' | 'several' | 'none' | 'anotherValue' | 'anotherBuyer';

export interface DemoPurchase {
  model: PurchaseKey;
  factura?: InvoiceVariant;
  rechazo?: { stage: StageName; id: number };
  /** What it has in common with the last purchase of its kind, in whichever store that was. */
  repeats?: 'receipt' | 'support' | 'purchase';
  withoutSupport?: true;
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

const buy = (model: PurchaseKey, details: Omit<DemoPurchase, 'model'> = {}): DemoPurchase => ({
  model,
  ...details,
});

const rejected = (stage: StageName, id: number) => ({ rechazo: { stage, id } });

const medellin: DemoBox[] = [
  {
    store: 'medellin',
    until: 'closed',
    sent: 112,
    shipping: 'Servientrega',
    purchases: [
      buy('aseo', { factura: 'one' }),
      buy('cafeteria'),
      buy('taxiLargo'),
      buy('papeleria', { factura: 'one' }),
    ],
  },
  {
    store: 'medellin',
    until: 'closed',
    sent: 84,
    shipping: 'Motorizado',
    purchases: [
      buy('pintura', { factura: 'one' }),
      buy('refrigerio', rejected('supervisor', 5)),
      buy('mensajeria'),
      buy('taxiCorto'),
      buy('empaques', { factura: 'anotherValue' }),
    ],
  },
  {
    store: 'medellin',
    until: 'closed',
    sent: 55,
    shipping: 'Coordinadora',
    purchases: [
      buy('surtido', { factura: 'one' }),
      buy('luces', rejected('maintenance', 3)),
      buy('parqueadero', rejected('final', 1)),
      buy('botiquin'),
      buy('copias', rejected('accounting', 6)),
    ],
  },
  {
    store: 'medellin',
    until: 'finalAccounting',
    sent: 20,
    decided: 2,
    shipping: 'Interrapidísimo',
    purchases: [
      buy('aseo', { factura: 'one' }),
      buy('acarreo'),
      buy('papeleria', { factura: 'several' }),
      buy('gas', { factura: 'one' }),
    ],
  },
  {
    store: 'medellin',
    until: 'readyToShip',
    sent: 9,
    purchases: [
      buy('cafeteria', { factura: 'one' }),
      buy('taxiLargo'),
      buy('empaques', rejected('accounting', 3)),
      buy('refrigerio'),
    ],
  },
  {
    store: 'medellin',
    until: 'supervision',
    sent: 3,
    decided: 2,
    purchases: [
      buy('aseo', { factura: 'one' }),
      buy('copias', rejected('supervisor', 1)),
      buy('papeleria', { factura: 'several' }),
      buy('taxiCorto'),
      buy('aire', { factura: 'none' }),
      buy('mensajeria', { repeats: 'receipt' }),
    ],
  },
  {
    store: 'medellin',
    until: 'open',
    purchases: [
      buy('cafeteria', { factura: 'one' }),
      buy('parqueadero', { withoutSupport: true }),
      buy('refrigerio'),
    ],
  },
];

const bogota: DemoBox[] = [
  {
    store: 'bogota',
    until: 'closed',
    sent: 98,
    shipping: 'Mensajeros Urbanos Bogotá',
    purchases: [
      buy('surtido', { factura: 'one' }),
      buy('luces', { factura: 'one' }),
      buy('gasolina'),
      buy('taxiLargo'),
    ],
  },
  {
    store: 'bogota',
    until: 'closed',
    sent: 62,
    shipping: 'Servientrega',
    purchases: [
      buy('aseo', { factura: 'one' }),
      buy('empaques', { factura: 'one' }),
      buy('botiquin', rejected('supervisor', 2)),
      buy('aire', { factura: 'one' }),
      buy('mensajeria'),
    ],
  },
  {
    store: 'bogota',
    until: 'maintenance',
    sent: 6,
    decided: 1,
    purchases: [
      buy('aire', { factura: 'one' }),
      buy('pintura', { factura: 'one' }),
      buy('luces'),
      buy('cafeteria'),
      buy('refrigerio', rejected('supervisor', 5)),
    ],
  },
  {
    store: 'bogota',
    until: 'open',
    purchases: [buy('papeleria', { factura: 'none' }), buy('taxiCorto')],
  },
];

const cali: DemoBox[] = [
  {
    store: 'cali',
    until: 'closed',
    sent: 75,
    shipping: 'Liberty Express Cali',
    purchases: [buy('tramites'), buy('aseo', { factura: 'one' }), buy('gasolina'), buy('copias')],
  },
  {
    store: 'cali',
    until: 'preliminary',
    sent: 7,
    decided: 2,
    purchases: [
      buy('cafeteria'),
      buy('empaques', { factura: 'one' }),
      buy('acarreo'),
      buy('botiquin', { repeats: 'support' }),
      buy('luces', rejected('maintenance', 5)),
    ],
  },
  { store: 'cali', until: 'open', purchases: [buy('mensajeria')] },
];

const barranquilla: DemoBox[] = [
  {
    store: 'barranquilla',
    until: 'closed',
    sent: 90,
    shipping: 'Domicilios La Arenosa',
    purchases: [buy('aseo'), buy('papeleria', { factura: 'one' }), buy('taxiLargo')],
  },
  {
    store: 'barranquilla',
    until: 'readyToShip',
    sent: 11,
    purchases: [buy('cafeteria'), buy('gas', { factura: 'anotherBuyer' }), buy('mensajeria')],
  },
  {
    store: 'barranquilla',
    until: 'open',
    purchases: [buy('copias'), buy('refrigerio', { factura: 'one' })],
  },
];

const floridablanca: DemoBox[] = [
  {
    store: 'floridablanca',
    until: 'closed',
    sent: 47,
    shipping: 'Envía',
    purchases: [
      buy('aseo', { factura: 'one' }),
      buy('cerradura'),
      buy('taxiCorto'),
      buy('parqueadero', rejected('accounting', 8)),
    ],
  },
  {
    store: 'floridablanca',
    until: 'finalAccounting',
    sent: 13,
    shipping: 'TCC',
    purchases: [
      buy('empaques', { factura: 'one' }),
      buy('botiquin'),
      buy('refrigerio', { factura: 'one' }),
    ],
  },
];

const pereira: DemoBox[] = [
  {
    store: 'pereira',
    until: 'closed',
    sent: 105,
    shipping: 'Coordinadora',
    purchases: [
      buy('surtido', { factura: 'one' }),
      buy('gasolina'),
      buy('acarreo'),
      buy('pintura', { factura: 'one' }),
      buy('taxiLargo'),
    ],
  },
  {
    store: 'pereira',
    until: 'closed',
    sent: 70,
    shipping: 'Interrapidísimo',
    purchases: [
      buy('empaques', { factura: 'one' }),
      buy('refrigerio'),
      buy('aire', { factura: 'one' }),
      buy('mensajeria', rejected('final', 2)),
    ],
  },
  {
    store: 'pereira',
    until: 'closed',
    sent: 33,
    shipping: 'Servientrega',
    purchases: [
      buy('aseo', { factura: 'one' }),
      buy('cafeteria', { byCoordinator: true }),
      buy('luces'),
      buy('parqueadero'),
      buy('gas', { factura: 'one' }),
    ],
  },
  {
    store: 'pereira',
    until: 'preliminary',
    sent: 8,
    purchases: [
      buy('surtido', { factura: 'one' }),
      buy('acarreo'),
      buy('cerradura'),
      buy('taxiLargo'),
    ],
  },
  {
    store: 'pereira',
    until: 'supervision',
    sent: 2,
    purchases: [
      buy('gasolina', { byCoordinator: true }),
      buy('papeleria', { factura: 'anotherValue' }),
      buy('pintura', { factura: 'one' }),
    ],
  },
  {
    store: 'pereira',
    until: 'open',
    purchases: [
      buy('estanteria'),
      buy('estanteria', { repeats: 'purchase' }),
      buy('aseo', { factura: 'several' }),
      buy('refrigerio'),
    ],
  },
];

const armenia: DemoBox[] = [
  {
    store: 'armenia',
    until: 'closed',
    sent: 130,
    shipping: 'Envía',
    purchases: [buy('aseo'), buy('papeleria'), buy('taxiCorto')],
  },
];

/** Of each store from the oldest box to the newest; a store that is absent recorded nothing yet. */
export const demoBoxes: readonly DemoBox[] = [
  ...medellin,
  ...bogota,
  ...cali,
  ...barranquilla,
  ...floridablanca,
  ...pereira,
  ...armenia,
];
