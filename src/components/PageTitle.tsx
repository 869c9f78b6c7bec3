import { Heading } from '@chakra-ui/react/heading';
import type { SystemStyleObject } from '@chakra-ui/react/styled-system';
import { useEffect, useRef } from 'react';
import { BRAND } from './brand.ts';

/** The title of a screen and of the browser tab. */
export function PageTitle({ look, children }: { look: SystemStyleObject; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);

  // A screen that was opened by a link which is gone now has lost the focus: reading goes on at its title.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);

  return (
    <>
      <title>{`${children} · ${BRAND}`}</title>
      <Heading
        as="h1"
        ref={heading}
        tabIndex={-1}
        letterSpacing="-0.015em"
        outline="none"
        css={look}
      >
        {children}
      </Heading>
    </>
  );
}
