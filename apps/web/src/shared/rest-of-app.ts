/** Modules that every screen needs, except the login and the first page of a farmer's phone. */
import "@mantine/core/styles.layer.css";
