/** Input is limited, because the cost of hashing grows with its length. The login page checks this without the schema library. */
export const LOGIN_NAME_MAX = 100;
export const LOGIN_PASSWORD_MAX = 200;
