import { companyRefusals, isCompanyRefusal } from '#machines/domain/people/company-sign-in.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';

/** Why a sign-in with the account of the company was refused, by its name in the address. */
export function CompanyRefusal({ motivo }: { motivo: string }) {
  const name = isCompanyRefusal(motivo) ? motivo : 'proveedor';
  return <InlineAlert tone="warning">{companyRefusals[name]}</InlineAlert>;
}
