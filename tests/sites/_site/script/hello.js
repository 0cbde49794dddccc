export const hello = (...it) => it;
