import { chakra } from '@chakra-ui/react/styled-system';
import { ChevronRight } from 'lucide-react';
import { TextLink } from './TextLink.tsx';

export interface BreadcrumbsProps {
  /** The last one is where one is. */
  items: readonly { label: string; to?: string }[];
}

/** The way from the start to this screen. */
export function Breadcrumbs({ items }: BreadcrumbsProps) {
  return (
    <chakra.nav aria-label="Ruta de navegación" mb="1.5" textStyle="sm">
      <chakra.ol display="flex" flexWrap="wrap" alignItems="center" gap="1.5" listStyleType="none">
        {items.map((item, index) => (
          <chakra.li key={item.label} display="inline-flex" alignItems="center" gap="1.5">
            {index > 0 ? (
              <chakra.span color="fg.subtle">
                <ChevronRight size={14} aria-hidden="true" />
              </chakra.span>
            ) : null}
            {item.to === undefined ? (
              <chakra.span aria-current="page" color="fg.muted">
                {item.label}
              </chakra.span>
            ) : (
              <TextLink to={item.to}>{item.label}</TextLink>
            )}
          </chakra.li>
        ))}
      </chakra.ol>
    </chakra.nav>
  );
}
