export const documentTypes = [
  { id: 1, nombre: 'Cédula de ciudadanía' },
  { id: 2, nombre: 'NIT' },
  { id: 3, nombre: 'Cédula de extranjería' },
  { id: 4, nombre: 'Pasaporte' },
  { id: 5, nombre: 'Permiso por protección temporal (PPT)' },
  { id: 6, nombre: 'Tarjeta de identidad' },
] as const;

export const storeFormats = [
  { id: 1, nombre: 'Almacén' },
  { id: 2, nombre: 'Supermercado' },
  { id: 3, nombre: 'Express' },
  { id: 4, nombre: 'Isla' },
  { id: 5, nombre: 'Outlet' },
  { id: 6, nombre: 'Mayorista' },
] as const;

interface CategoryModel {
  nombre: string;
  /** Account of the Colombian PUC (Decreto 2650 de 1993), group 52: selling expenses. */
  cuenta: string;
  mantenimiento?: 0 | 1;
}

/** Its one expense may be reimbursed by another value than its own, under the limit of the supervisor's review. */
const limitedTransport: CategoryModel = { nombre: 'Transporte (menor al tope)', cuenta: '529545' };

/** In order of use; a format with fewer categories leaves the last ones out. */
const categoryModels: readonly CategoryModel[] = [
  { nombre: 'Elementos de aseo', cuenta: '529525' },
  { nombre: 'Elementos de cafetería', cuenta: '529525' },
  { nombre: 'Útiles y papelería', cuenta: '529530' },
  { nombre: 'Fotocopias e impresiones', cuenta: '529530' },
  { nombre: 'Mantenimiento locativo', cuenta: '525015', mantenimiento: 1 },
  { nombre: 'Reparación de equipos', cuenta: '524515', mantenimiento: 1 },
  { nombre: 'Instalaciones eléctricas', cuenta: '525005', mantenimiento: 1 },
  { nombre: 'Fletes y acarreos', cuenta: '523550' },
  { nombre: 'Transporte (mayor al tope)', cuenta: '529545' },
  { nombre: 'Parqueaderos y peajes', cuenta: '529565' },
  { nombre: 'Combustibles y lubricantes', cuenta: '529535' },
  { nombre: 'Correo y mensajería', cuenta: '523540' },
  { nombre: 'Empaques y bolsas', cuenta: '529540' },
  { nombre: 'Botiquín y medicamentos', cuenta: '520584' },
  { nombre: 'Refrigerios y alimentación', cuenta: '529560' },
  { nombre: 'Recarga de gas', cuenta: '523555' },
  { nombre: 'Decoración y exhibición', cuenta: '525010' },
  { nombre: 'Trámites y licencias', cuenta: '524015' },
];

/** Keys of the categories of each format; the key of its limited transport is fixed by the business. */
const categoryKeys = [
  { id_formato: 1, first: 1, last: 18, limitedTransport: 16 },
  { id_formato: 2, first: 19, last: 36, limitedTransport: 36 },
  { id_formato: 3, first: 37, last: 55, limitedTransport: 55 },
  { id_formato: 4, first: 56, last: 72, limitedTransport: 67 },
  { id_formato: 5, first: 73, last: 90, limitedTransport: 89 },
  { id_formato: 6, first: 91, last: 108, limitedTransport: 108 },
] as const;

export const expenseCategories = categoryKeys.flatMap((keys) => {
  const models = [...categoryModels];
  models.splice(keys.limitedTransport - keys.first, 0, limitedTransport);
  return models
    .slice(0, keys.last - keys.first + 1)
    .map(({ nombre, cuenta, mantenimiento = 0 }, position) => ({
      id: keys.first + position,
      nombre,
      cuenta,
      id_formato: keys.id_formato,
      mantenimiento,
    }));
});

export const rejectionReasons = [
  { id: 1, nombre: 'Soporte ilegible o incompleto' },
  { id: 2, nombre: 'El soporte no corresponde al gasto' },
  { id: 3, nombre: 'El valor no coincide con el soporte' },
  { id: 4, nombre: 'Gasto duplicado' },
  { id: 5, nombre: 'Gasto no autorizado por la política de caja menor' },
  { id: 6, nombre: 'Falta la factura electrónica' },
  { id: 7, nombre: 'Fecha fuera del período permitido' },
  { id: 8, nombre: 'Datos del proveedor incorrectos' },
] as const;

/** `indicadores`. */
export const invoiceClasses = [
  { id: 1, codigo: 'FE', nombre: 'Factura electrónica' },
  { id: 2, codigo: 'DE', nombre: 'Documento equivalente' },
  { id: 3, codigo: 'DS', nombre: 'Documento soporte' },
  { id: 4, codigo: 'TP', nombre: 'Tiquete POS' },
  { id: 5, codigo: 'CC', nombre: 'Cuenta de cobro' },
  { id: 6, codigo: 'RC', nombre: 'Recibo de caja' },
] as const;

export const taxes = [
  { id: 1, nombre: 'IVA 19 %', porcentaje: 19 },
  { id: 2, nombre: 'IVA 5 %', porcentaje: 5 },
  { id: 3, nombre: 'IVA 0 % (exento)', porcentaje: 0 },
  { id: 4, nombre: 'INC 8 %', porcentaje: 8 },
  { id: 5, nombre: 'No responsable o excluido', porcentaje: 0 },
] as const;

/** Pesos: what the stores may buy in one box from one supplier that a store created. */
export const maximumForOccasionalSupplier = '500000';
