import { Heading } from '@chakra-ui/react/heading';
import type { SystemStyleObject } from '@chakra-ui/react/styled-system';
import { useContext, useEffect, useRef } from 'react';
import { BRAND } from './brand.ts';
import { WaitingContext } from '../feedback/waiting-context.ts';

/** The title of a screen and of the browser tab. */
export function PageTitle({
  look,
  tab,
  children,
}: {
  look: SystemStyleObject;
  /** Names what is open in the browser tab, where the title of the screen is not enough. */
  tab?: string | undefined;
  children: string;
}) {
  const waiting = useContext(WaitingContext);
  const heading = useRef<HTMLHeadingElement>(null);

  // A screen that was opened by a link which is gone now has lost the focus: reading goes on at its title.
  // With the next frame: the browser lays the page out to give the focus, and does so then anyway.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) heading.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  return (
    <>
      <title>{`${waiting > 0 ? `(${waiting}) ` : ''}${tab ?? children} · ${BRAND}`}</title>
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
