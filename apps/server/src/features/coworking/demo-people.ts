import type { NewPerson } from "./coworking.repository.ts";

/** Companies of the demo campus, with the prefix of their people's ids, and the people. */
const companies: readonly { client: string; key: string; domain: string; people: readonly string[] }[] = [
  {
    client: "Kaveri Analytics",
    key: "KAV",
    domain: "kaveri.example",
    people: [
      "Aarav Menon",
      "Ananya Rao",
      "Arjun Nair",
      "Divya Hegde",
      "Farhan Khan",
      "Ishita Banerjee",
      "Karthik Shetty",
      "Lakshmi Iyer",
      "Manoj Pillai",
      "Meera Krishnan",
      "Nikhil Joshi",
      "Pooja Reddy",
    ],
  },
  {
    client: "Banyan Design",
    key: "BAN",
    domain: "banyan.example",
    people: [
      "Aditi Kulkarni",
      "Deepak Gowda",
      "Gauri Deshpande",
      "Imran Sheikh",
      "Kavya Murthy",
      "Neha Saxena",
      "Pranav Bhat",
      "Ritika Sharma",
      "Sanjay Patil",
      "Tara D'Souza",
    ],
  },
  {
    client: "Monsoon Logistics",
    key: "MON",
    domain: "monsoon.example",
    people: [
      "Akash Verma",
      "Bhavana Acharya",
      "Chetan Naik",
      "Harini Subramanian",
      "Joseph Thomas",
      "Rahul Mishra",
      "Shreya Kamath",
      "Vikram Singh",
    ],
  },
];

/** First contact number of the demo, in a range without subscribers. */
const CONTACT_BASE = 5_550_000_100;

/** The coworking users of the demo campus. */
export function demoPeople(): NewPerson[] {
  return companies.flatMap(({ client, key, domain, people }, company) =>
    people.map((name, at) => ({
      externalId: `${key}-${String(at + 1).padStart(3, "0")}`,
      name,
      email: `${name.toLowerCase().replaceAll("'", "").replaceAll(" ", ".")}@${domain}`,
      contactNo: `+91 ${CONTACT_BASE + company * 100 + at}`,
      client,
    })),
  );
}
