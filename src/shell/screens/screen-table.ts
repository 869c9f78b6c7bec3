import {
  Banknote,
  BookOpenText,
  ChartColumn,
  CircleQuestionMark,
  ClipboardList,
  Contact,
  Download,
  History,
  Inbox,
  KeyRound,
  ListTodo,
  Settings,
  Store,
  Tags,
  Truck,
  Users,
  Workflow,
} from 'lucide-react';
import type { ActionPermission, Permission } from '#contract/permissions.ts';
import type { StageName } from '#contract/wire-stages.ts';
import type { Icon } from '../../ui/feedback/tone.ts';

/** The permissions that open a screen. */
type Opening = Exclude<Permission, ActionPermission>;

interface Screen<Name extends Opening> {
  /** Pattern of the hash router; its first segment is the permission that opens the screen. */
  address: `/${Name}` | `/${Name}/${string}`;
  /** The file below src/features, without its extension; loaded when the screen is first opened. */
  view: `${string}/${string}View`;
  /** Stage passed to a view that serves several stages. */
  stage?: StageName;
  /** The screen stays mounted, with its data, when another expense of the box is opened. */
  turns?: true;
  /** The screen's name in titles, in the menu and in links back to it. */
  label: string;
  /** The permission's name in the user form when it differs from the label. */
  permissionLabel?: string;
  /** Adds the screen to the side menu, in the order of this table. */
  menuIcon?: Icon;
}

export type AnyScreen = { [Name in Opening]: Screen<Name> }[Opening];

/** The screens that need a permission. Routes, addresses, menu and labels derive from this table. */
export const screenTable = {
  misPendientes: {
    address: '/misPendientes',
    view: 'pending/PendingView',
    label: 'Mis pendientes',
    menuIcon: ListTodo,
  },
  listarUsuarios: {
    address: '/listarUsuarios',
    view: 'users/UserListView',
    label: 'Usuarios',
    menuIcon: Users,
  },
  crearUsuario: {
    address: '/crearUsuario',
    view: 'users/UserView',
    label: 'Crear usuario',
    permissionLabel: 'Crear usuarios',
  },
  importarUsuarios: {
    address: '/crearUsuario/importar',
    view: 'imports/ImportRowsView',
    label: 'Importar usuarios',
  },
  editarUsuario: {
    address: '/editarUsuario/:idUsuario',
    view: 'users/UserView',
    label: 'Editar usuario',
    permissionLabel: 'Editar usuarios',
  },
  invitaciones: {
    address: '/editarUsuario/invitaciones',
    view: 'invitations/InvitationsView',
    label: 'Invitaciones',
  },
  listarEmpresa: {
    address: '/listarEmpresa',
    view: 'companies/CompanyListView',
    label: 'Empresas de envío',
    menuIcon: Truck,
  },
  crearEmpresa: {
    address: '/crearEmpresa',
    view: 'companies/CompanyView',
    label: 'Crear empresa de envío',
    permissionLabel: 'Crear empresas de envío',
  },
  editarEmpresa: {
    address: '/editarEmpresa/:idEmpresa',
    view: 'companies/CompanyView',
    label: 'Editar empresa de envío',
    permissionLabel: 'Editar empresas de envío',
  },
  listarTiendas: {
    address: '/listarTiendas',
    view: 'stores/StoresView',
    label: 'Tiendas',
    menuIcon: Store,
  },
  crearTienda: {
    address: '/crearTienda',
    view: 'stores/StoreView',
    label: 'Crear tienda',
    permissionLabel: 'Crear tiendas',
  },
  importarTiendas: {
    address: '/crearTienda/importar',
    view: 'imports/ImportRowsView',
    label: 'Importar tiendas',
  },
  editarTienda: {
    address: '/editarTienda/:idTienda',
    view: 'stores/StoreView',
    label: 'Editar tienda',
    permissionLabel: 'Editar tiendas',
  },
  importarAperturas: {
    address: '/editarTienda/aperturas',
    view: 'imports/ImportRowsView',
    label: 'Importar aperturas',
  },
  historialCaja: {
    address: '/historialCaja',
    view: 'boxes/HistoryView',
    label: 'Historial de cajas',
    menuIcon: History,
  },
  catalogos: {
    address: '/catalogos',
    view: 'catalogues/CataloguesView',
    label: 'Catálogos',
    permissionLabel: 'Catálogos: categorías, motivos, impuestos y clases',
    menuIcon: Tags,
  },
  importarCategorias: {
    address: '/catalogos/importar',
    view: 'imports/ImportRowsView',
    label: 'Importar categorías',
  },
  topes: {
    address: '/catalogos/topes',
    view: 'catalogues/LimitsView',
    label: 'Topes por categoría',
  },
  business: {
    address: '/business',
    view: 'settings/SettingsView',
    label: 'Configuración',
    menuIcon: Settings,
  },
  correosSalientes: {
    address: '/business/correos',
    view: 'mails/OutgoingMailsView',
    label: 'Correos salientes',
  },
  clavesIntegracion: {
    address: '/business/claves',
    view: 'keys/KeysView',
    label: 'Claves de integración',
  },
  ingresoCompania: {
    address: '/business/ingreso',
    view: 'company-sign-in/CompanySignInView',
    label: 'Ingreso de la compañía',
  },
  cajaActual: {
    address: '/cajaActual/:idTienda',
    view: 'boxes/CurrentBoxView',
    label: 'Reembolso actual',
    permissionLabel: 'Reembolso actual de la tienda',
  },
  arqueosCaja: {
    address: '/cajaActual/:idTienda/arqueos',
    view: 'fund/CashCountView',
    label: 'Arqueos de caja',
  },
  valesCaja: {
    address: '/cajaActual/:idTienda/vales',
    view: 'fund/ValesView',
    label: 'Vales de caja',
  },
  aCargoCaja: {
    address: '/cajaActual/:idTienda/a-cargo',
    view: 'fund/OwedView',
    label: 'A cargo de la tienda',
  },
  movimientosCaja: {
    address: '/cajaActual/:idTienda/movimientos',
    view: 'fund/MovementsView',
    label: 'Movimientos del fondo',
  },
  crearGasto: {
    address: '/crearGasto/:idTienda',
    view: 'expenses/CreateExpenseView',
    label: 'Registro de un gasto',
    permissionLabel: 'Registrar gastos',
  },
  corregirGasto: {
    address: '/crearGasto/:idTienda/corregir/:idGasto',
    view: 'expenses/CorrectExpenseView',
    label: 'Corregir un gasto',
  },
  detalleGasto: {
    address: '/detalleGasto/:idGasto',
    view: 'review/ExpenseDetailView',
    label: 'Detalle del gasto',
    permissionLabel: 'Detalle de un gasto',
  },
  verCaja: {
    address: '/verCaja/:idCaja',
    view: 'boxes/StoreBoxView',
    label: 'Gastos de la caja',
    permissionLabel: 'Caja, vista de la tienda',
  },
  verCajaSupervisor: {
    address: '/verCajaSupervisor/:idCaja',
    view: 'boxes/ReviewBoxView',
    stage: 'supervisor',
    label: 'Gastos de la caja',
    permissionLabel: 'Caja, vista del supervisor',
  },
  soportesSupervisor: {
    address: '/verCajaSupervisor/:idCaja/soportes',
    view: 'review/ContactSheetView',
    stage: 'supervisor',
    label: 'Soportes de la caja',
  },
  detalleGastoSupervisor: {
    address: '/detalleGastoSupervisor/:idCaja/:idGasto',
    turns: true,
    view: 'review/DecisionView',
    stage: 'supervisor',
    label: 'Formulario de legalización - Caja menor',
    permissionLabel: 'Gasto, revisión del supervisor',
  },
  verCajaRevisada: {
    address: '/verCajaRevisada/:idCaja',
    view: 'boxes/ReviewedBoxView',
    label: 'Gastos de la caja',
    permissionLabel: 'Caja revisada y envío de papeles',
  },
  cajasPendientes: {
    address: '/cajasPendientes',
    view: 'boxes/PendingBoxesView',
    label: 'Cajas pendientes',
    permissionLabel: 'Cajas pendientes de contabilidad',
    menuIcon: Inbox,
  },
  recibirPapeles: {
    address: '/cajasPendientes/papeles',
    view: 'payments/PapersView',
    label: 'Recibir papeles',
  },
  importarFacturas: {
    address: '/cajasPendientes/facturas',
    view: 'invoices/ImportInvoicesView',
    label: 'Importar facturas electrónicas',
  },
  giros: {
    address: '/giros',
    view: 'payments/PaymentsView',
    label: 'Giros',
    menuIcon: Banknote,
  },
  girosLote: {
    address: '/giros/:idLote',
    view: 'payments/BatchView',
    label: 'Lote de giros',
  },
  girosCuenta: {
    address: '/giros/cuenta/:idTienda',
    view: 'payments/StoreAccountView',
    label: 'Cuenta de la tienda',
  },
  revisarCaja: {
    address: '/revisarCaja/:idCaja',
    view: 'boxes/ReviewBoxView',
    stage: 'accounting',
    label: 'Gastos de la caja',
    permissionLabel: 'Caja, revisión de contabilidad',
  },
  soportesContabilidad: {
    address: '/revisarCaja/:idCaja/soportes',
    view: 'review/ContactSheetView',
    stage: 'accounting',
    label: 'Soportes de la caja',
  },
  detalleGastoContabilidad: {
    address: '/detalleGastoContabilidad/:idGasto/:idCaja',
    turns: true,
    view: 'review/DecisionView',
    stage: 'accounting',
    label: 'Contabilidad (primera) - Caja menor',
    permissionLabel: 'Gasto, contabilidad (primera)',
  },
  detalleGastoContabilidadFinal: {
    address: '/detalleGastoContabilidadFinal/:idGasto/:idCaja',
    turns: true,
    view: 'review/DecisionView',
    stage: 'final',
    label: 'Contabilidad (final) - Caja menor',
    permissionLabel: 'Gasto, contabilidad (final)',
  },
  verCajaMantenimiento: {
    address: '/verCajaMantenimiento/:idCaja',
    view: 'boxes/ReviewBoxView',
    stage: 'maintenance',
    label: 'Gastos de la caja',
    permissionLabel: 'Caja, vista de mantenimiento',
  },
  soportesMantenimiento: {
    address: '/verCajaMantenimiento/:idCaja/soportes',
    view: 'review/ContactSheetView',
    stage: 'maintenance',
    label: 'Soportes de la caja',
  },
  detalleGastoMantenimiento: {
    address: '/detalleGastoMantenimiento/:idCaja/:idGasto',
    turns: true,
    view: 'review/DecisionView',
    stage: 'maintenance',
    label: 'Formulario de legalización - Caja menor',
    permissionLabel: 'Gasto, revisión de mantenimiento',
  },
  verTiendas: {
    address: '/verTiendas',
    view: 'stores/StoreListView',
    label: 'Lista de tiendas',
    menuIcon: ClipboardList,
  },
  historialTienda: {
    address: '/historialTienda/:idTienda',
    view: 'boxes/StoreHistoryView',
    label: 'Historial Caja Menor',
    permissionLabel: 'Historial de una tienda',
  },
  aCargoTienda: {
    address: '/historialTienda/:idTienda/a-cargo',
    view: 'fund/OwedView',
    label: 'A cargo de la tienda',
  },
  movimientosTienda: {
    address: '/historialTienda/:idTienda/movimientos',
    view: 'fund/MovementsView',
    label: 'Movimientos del fondo',
  },
  arqueosTienda: {
    address: '/historialTienda/:idTienda/arqueos',
    view: 'fund/CashCountView',
    label: 'Arqueos de caja',
  },
  detalleCajaCI: {
    address: '/detalleCajaCI/:idCaja',
    view: 'boxes/ControlBoxView',
    label: 'Gastos de la caja',
    permissionLabel: 'Caja, solo lectura',
  },
  detalleGastoCI: {
    address: '/detalleGastoCI/:idGasto/:idCaja',
    view: 'review/ControlDetailView',
    label: 'Detalle del gasto',
    permissionLabel: 'Gasto, solo lectura',
  },
  comprobantes: {
    address: '/comprobantes',
    view: 'entries/EntriesView',
    label: 'Comprobantes',
    permissionLabel: 'Comprobantes para contabilidad',
    menuIcon: BookOpenText,
  },
  documentosSoporte: {
    address: '/comprobantes/soportes',
    view: 'supporting-documents/SupportingDocumentsView',
    label: 'Documentos soporte',
  },
  importarDocumentosSoporte: {
    address: '/comprobantes/soportes/importar',
    view: 'imports/ImportRowsView',
    label: 'Números de documentos soporte',
  },
  gastos: {
    address: '/gastos',
    view: 'spending/SpendingView',
    label: 'Gastos',
    permissionLabel: 'Gastos por mes, categoría y tienda',
    menuIcon: ChartColumn,
  },
  proveedores: {
    address: '/proveedores',
    view: 'suppliers/SuppliersView',
    label: 'Proveedores',
    menuIcon: Contact,
  },
  crearProveedor: {
    address: '/proveedores/nuevo',
    view: 'suppliers/SupplierView',
    label: 'Crear proveedor',
  },
  importarProveedores: {
    address: '/proveedores/importar',
    view: 'imports/ImportRowsView',
    label: 'Importar proveedores',
  },
  editarProveedor: {
    address: '/proveedores/:idProveedor',
    view: 'suppliers/SupplierView',
    label: 'Proveedor',
  },
  consolidado: {
    address: '/consolidado',
    view: 'consolidated/ConsolidatedView',
    label: 'Descargar consolidado',
    menuIcon: Download,
  },
  flujo: {
    address: '/flujo',
    view: 'workflow/WorkflowView',
    label: 'Flujo de trabajo',
    menuIcon: Workflow,
  },
  flujoCaja: {
    address: '/flujo/:idCaja',
    view: 'workflow/WorkflowBoxView',
    label: 'Recorrido de la caja',
  },
} as const satisfies Record<string, AnyScreen> & { [Name in Opening]: Screen<Name> };

/** The screens in table order, each with the permission that opens it. */
export const screens = Object.values<AnyScreen>(screenTable).map((screen) => ({
  ...screen,
  permission: screen.address.split('/')[1] as Permission,
}));

/** The screens that need no permission: AppRoutes.tsx and ApplicationRoutes.tsx route to them. */
export const openScreens = {
  login: { address: '/login' },
  logout: { address: '/logout' },
  invitacion: { address: '/invitacion/:secreto' },
  cambiarClave: { address: '/cambiar-clave', label: 'Cambiar contraseña' },
  cuenta: { address: '/mi-cuenta', label: 'Mi cuenta', icon: KeyRound },
  ayuda: { address: '/ayuda', label: 'Ayuda', icon: CircleQuestionMark },
} as const;
