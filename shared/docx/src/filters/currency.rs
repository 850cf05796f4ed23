//! Amounts of money in a language.

use std::rc::Rc;

use fixed_decimal::{Decimal, Sign};
use icu_decimal::DecimalFormatter;
use icu_decimal::options::GroupingStrategy;
use icu_experimental::dimension::currency::formatter::CurrencyFormatter;
use icu_locale_core::preferences::extensions::unicode::keywords::CurrencyType;
use minijinja::{Error, State, Value};
use platen_locale::{Kept, Locale, digits_of};

use super::arguments::{Arguments, Given};
use super::numbers::{asked, decimal, rounded};
use crate::expression::fault::misused;
use crate::expression::wrong;

/// The currencies in use (ISO 4217).
const CODES: &str = "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN \
BZD CAD CDF CHF CLF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF \
GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD \
LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR \
PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY \
TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XAG XAU XCD XCG XOF XPF YER ZAR ZMW ZWG";

/// `currency(code, locale=None, decimals=None, display="symbol")`; without a count the decimals are the currency's own.
/// `display` is `symbol`, `narrow` ($ of every dollar) or `code`.
pub(super) fn currency(state: &State, value: &Value, args: Given) -> Result<Value, Error> {
    if value.is_undefined() || value.is_none() {
        return Ok(value.clone());
    }
    let args = Arguments::of(args, &["code", "locale", "decimals", "display"])?;
    let locale = args.locale(state)?;
    let code = args.get("code").ok_or_else(|| misused("say which currency, as in `currency(\"EUR\")`"))?;
    let currency = known(code)?;
    let decimals = asked(&args)?;
    let amount = decimal(value)?;
    let display = match args.get("display").map(Value::to_string).as_deref() {
        None | Some("symbol") => Display::Symbol,
        Some("narrow") => Display::Narrow,
        Some("code") => Display::Code,
        Some(other) => return Err(wrong(&Value::from(other), "display", "one of symbol, narrow and code")),
    };
    let formatter = formatter_of(&locale, currency, display)?;
    let written = |amount: &Decimal| formatter.format_fixed_decimal(amount).to_string();
    if let Some(decimals) = decimals {
        let numbers = digits_of(&locale, GroupingStrategy::Auto).map_err(misused)?;
        let amount = rounded(amount, Some(decimals), decimals);
        let (one, digits) = (Decimal::from(1), Decimal::new(Sign::None, amount.absolute.clone()));
        let signed = Decimal::new(amount.sign(), one.absolute.clone());
        let template = written(&signed);
        // What stands around the digits of one unit stands around those of all amounts.
        let around = (0..=4).rev().find_map(|count| {
            let unit = numbers.format(&rounded(one.clone(), Some(count), count)).to_string();
            template.split_once(&unit).map(|(before, behind)| (before.to_owned(), behind.to_owned()))
        });
        let (before, behind) =
            around.ok_or_else(|| misused("the number of decimals of this currency is unknown"))?;
        return Ok(Value::from(format!("{before}{}{behind}", numbers.format(&digits))));
    }
    // What rounds to nothing, to the currency's own decimals, has no sign.
    let unsigned = Decimal::new(Sign::None, amount.absolute.clone());
    let nothing = written(&Decimal::default());
    let text = written(&unsigned);
    Ok(Value::from(if text == nothing { text } else { written(&amount) }))
}

/// How a currency is shown.
#[derive(Clone, Copy, PartialEq)]
enum Display {
    Symbol,
    Narrow,
    Code,
}

type Formatter = CurrencyFormatter<DecimalFormatter>;

thread_local! {
    static FORMATTERS: Kept<(icu_locale_core::Locale, CurrencyType, Display), Formatter> = const { Kept::new() };
}

fn formatter_of(locale: &Locale, currency: CurrencyType, display: Display) -> Result<Rc<Formatter>, Error> {
    let create = || {
        let language = (&locale.tag).into();
        match display {
            Display::Symbol => Formatter::try_new_symbol(language, currency, Default::default()),
            Display::Narrow => Formatter::try_new_symbol_narrow(language, currency, Default::default()),
            Display::Code => Formatter::try_new_code(language, currency, Default::default()),
        }
    };
    FORMATTERS
        .with(|formatters| formatters.get(&(locale.tag.clone(), currency, display), create))
        .map_err(|error| misused(error.to_string()))
}

/// The code of a currency that is in use.
fn known(code: &Value) -> Result<CurrencyType, Error> {
    let upper = code.to_string().to_ascii_uppercase();
    let found = CODES.split(' ').find(|known| *known == upper).and_then(|known| known.parse().ok());
    found.ok_or_else(|| wrong(code, "currency", "a code of ISO 4217 such as EUR"))
}
