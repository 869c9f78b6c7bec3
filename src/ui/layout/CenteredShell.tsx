import { Heading } from '@chakra-ui/react/heading';
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { pageSetting } from '../../wire/page-settings.ts';

/** Name of the product, as in the browser tab and the frame. */
export const BRAND = 'Caja menor';

/** The logo, with a light edge for dark backgrounds; decorative beside the product name. @param size in pixels */
export function BrandMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#0f766e" />
      <rect
        x="0.5"
        y="0.5"
        width="31"
        height="31"
        rx="7.5"
        fill="none"
        stroke="#5eead4"
        strokeOpacity="0.6"
      />
      <path
        d="M7 12.5A2.5 2.5 0 0 1 9.5 10H22a2 2 0 0 1 2 2v1.5h.5A1.5 1.5 0 0 1 26 15v8a2 2 0 0 1-2 2H9.5A2.5 2.5 0 0 1 7 22.5z"
        fill="#fff"
      />
      <path d="M10 10l9.3-3.4a1 1 0 0 1 1.3.7l.6 2.7z" fill="#99f6e4" />
      <circle cx="21.5" cy="19" r="1.9" fill="#0f766e" />
    </svg>
  );
}

interface CenteredShellProps {
  title: string;
  subtitle?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}

/** The frame of the screens without a session: brand and one centred card. */
export function CenteredShell({ title, subtitle, children, footer }: CenteredShellProps) {
  return (
    <chakra.main
      minH="100dvh"
      display="grid"
      placeItems="center"
      px="4"
      py="8"
      bg="bg.brand"
      backgroundImage="radial-gradient(60rem 40rem at 85% -10%, {colors.teal.700}, transparent), radial-gradient(50rem 36rem at 0% 110%, {colors.teal.800}, transparent)"
    >
      <title>{`${title} · ${BRAND}`}</title>
      <chakra.div width="full" maxW="27rem">
        <chakra.div
          display="flex"
          alignItems="center"
          justifyContent="center"
          gap="3"
          mb="6"
          color="white"
        >
          <BrandMark size={44} />
          <chakra.span fontSize="2xl" fontWeight="bold" letterSpacing="-0.015em" lineHeight="1.2">
            {BRAND}
            <chakra.span display="block" textStyle="sm" fontWeight="medium" letterSpacing="normal">
              {pageSetting('company')}
            </chakra.span>
          </chakra.span>
        </chakra.div>
        <chakra.div bg="bg.panel" borderRadius="2xl" boxShadow="lg" p={{ base: '6', sm: '8' }}>
          <Heading as="h1" fontSize="xl" textAlign="center">
            {title}
          </Heading>
          {subtitle ? (
            <chakra.div color="fg.muted" textAlign="center" mt="1.5">
              {subtitle}
            </chakra.div>
          ) : null}
          <chakra.div mt="6">{children}</chakra.div>
        </chakra.div>
        {footer ? (
          <chakra.div
            mt="5"
            textAlign="center"
            textStyle="sm"
            color="teal.50"
            css={{ '& a': { color: 'inherit', focusRingColor: 'currentColor' } }}
          >
            {footer}
          </chakra.div>
        ) : null}
      </chakra.div>
    </chakra.main>
  );
}
