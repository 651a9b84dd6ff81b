/** Input is capped, because hashing costs time in proportion. The login page checks this without the schema library. */
export const LOGIN_NAME_MAX = 100;
export const LOGIN_PASSWORD_MAX = 200;
