//! The code lists that decide what an invoice means.

use crate::code_lists::{ADDRESS_SCHEMES, EXEMPTIONS, ID_SCHEMES, PAYMENT_MEANS, UNITS};

/// Countries (ISO 3166-1 alpha-2), and `XI` and `1A`, which EN 16931 takes for Northern Ireland and Kosovo.
const COUNTRIES: &str = "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ \
    CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO \
    FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE \
    JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO \
    MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW \
    PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM \
    TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW 1A XI";

/// Currencies (ISO 4217).
const CURRENCIES: &str = "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD \
    CDF CHE CHF CHW CLF CLP CNH CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS \
    GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD \
    KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR \
    NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN \
    SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XAG \
    XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XTS XUA XXX YER ZAR ZMW ZWG ZWL";

/// Kinds of invoices and credit notes (UNTDID 1001, as EN 16931 takes it).
const KINDS: &str = "71 80 81 82 83 84 102 130 202 203 204 211 218 219 261 262 295 296 308 325 326 331 380 381 382 383 384 385 386 387 388 389 390 393 394 395 396 420 456 457 458 471 472 473 500 501 502 503 527 532 553 575 623 633 751 780 817 870 875 876 877 935";

/// Kinds of value added tax (UNTDID 5305, as EN 16931 takes it).
const TAXES: &str = "AE B E G K L M O S Z";

/// What Greece's tax ids begin with.
const GREECE: &str = "EL";

fn has(list: &str, code: &str) -> bool {
    list.split(' ').any(|known| known == code)
}

/// Whether a text is the code of a country.
pub(crate) fn is_country(code: &str) -> bool {
    has(COUNTRIES, code)
}

/// Whether a tax id begins with the code of a country.
pub(crate) fn is_tax_id(id: &str) -> bool {
    id.get(..2).is_some_and(|start| start == GREECE || is_country(start))
}

/// Whether a text is the code of a currency.
pub(crate) fn is_currency(code: &str) -> bool {
    has(CURRENCIES, code)
}

/// Whether a text is the code of a kind of invoice.
pub(crate) fn is_kind(code: &str) -> bool {
    has(KINDS, code)
}

/// Whether a text is the code of a kind of value added tax.
pub(crate) fn is_tax(code: &str) -> bool {
    has(TAXES, code)
}

/// A code list, in which a term's code has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CodeList {
    Kind,
    Currency,
    Country,
    Tax,
    Unit,
    PaymentMeans,
    AddressScheme,
    IdScheme,
    Exemption,
}

impl CodeList {
    pub(crate) fn has(self, code: &str) -> bool {
        match self {
            CodeList::Kind => is_kind(code),
            CodeList::Currency => is_currency(code),
            CodeList::Country => is_country(code),
            CodeList::Tax => is_tax(code),
            CodeList::Unit => has(UNITS, code),
            CodeList::PaymentMeans => has(PAYMENT_MEANS, code),
            CodeList::AddressScheme => has(ADDRESS_SCHEMES, code),
            CodeList::IdScheme => has(ID_SCHEMES, code),
            CodeList::Exemption => has(EXEMPTIONS, code),
        }
    }

    /// The rule that asks for such a code, and what it is a code of.
    pub(crate) fn rule(self) -> (&'static str, &'static str) {
        match self {
            CodeList::Kind => ("BR-CL-01", "kind of invoice (UNTDID 1001), such as `380`"),
            CodeList::Currency => ("BR-CL-04", "currency (ISO 4217), such as `EUR`"),
            CodeList::Country => ("BR-CL-14", "country (ISO 3166-1), such as `DE`"),
            CodeList::Tax => ("BR-CL-18", "category of VAT (UNTDID 5305), such as `S`"),
            CodeList::Unit => ("BR-CL-23", "unit (UN/ECE recommendation 20), such as `C62` for pieces"),
            CodeList::PaymentMeans => ("BR-CL-16", "way of payment (UNTDID 4461), such as `58`"),
            CodeList::AddressScheme => ("BR-CL-25", "scheme of electronic addresses (EAS), such as `EM`"),
            CodeList::IdScheme => ("BR-CL-11", "scheme of ids (ISO 6523), such as `0002`"),
            CodeList::Exemption => ("BR-CL-22", "reason for no VAT (VATEX), such as `VATEX-EU-AE`"),
        }
    }
}
