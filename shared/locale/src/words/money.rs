//! Names of currencies and of their hundredth parts.

use super::language::{Form, Language};
use super::pl;

/// A noun: for one, for several; in Polish for two to four, and for more. `f` marks feminine ones.
type Noun = &'static str;

/// Language, code, unit and part. A noun's forms stand between slashes, behind it `f` where it is feminine.
const NAMES: [(&str, &str, Noun, Noun); 49] = [
    ("en", "AUD", "dollar/dollars", "cent/cents"),
    ("en", "CAD", "dollar/dollars", "cent/cents"),
    ("en", "CHF", "Swiss franc/Swiss francs", "centime/centimes"),
    ("en", "DKK", "krone/kroner", "øre/øre"),
    ("en", "EUR", "euro/euros", "cent/cents"),
    ("en", "GBP", "pound/pounds", "penny/pence"),
    ("en", "INR", "rupee/rupees", "paisa/paise"),
    ("en", "JPY", "yen/yen", ""),
    ("en", "NOK", "krone/kroner", "øre/øre"),
    ("en", "NZD", "dollar/dollars", "cent/cents"),
    ("en", "SEK", "krona/kronor", "öre/öre"),
    ("en", "USD", "dollar/dollars", "cent/cents"),
    ("en", "ZAR", "rand/rand", "cent/cents"),
    ("de", "CHF", "Schweizer Franken/Schweizer Franken", "Rappen/Rappen"),
    ("de", "EUR", "Euro/Euro", "Cent/Cent"),
    ("de", "GBP", "Pfund/Pfund", "Penny/Pence"),
    ("de", "JPY", "Yen/Yen", ""),
    ("de", "USD", "Dollar/Dollar", "Cent/Cent"),
    ("fr", "CAD", "dollar/dollars", "cent/cents"),
    ("fr", "CHF", "franc suisse/francs suisses", "centime/centimes"),
    ("fr", "EUR", "euro/euros", "centime/centimes"),
    ("fr", "GBP", "livre sterling/livres sterling/f", "penny/pence"),
    ("fr", "USD", "dollar/dollars", "cent/cents"),
    ("es", "CHF", "franco suizo/francos suizos", "céntimo/céntimos"),
    ("es", "CLP", "peso/pesos", ""),
    ("es", "COP", "peso/pesos", "centavo/centavos"),
    ("es", "EUR", "euro/euros", "céntimo/céntimos"),
    ("es", "GBP", "libra esterlina/libras esterlinas/f", "penique/peniques"),
    ("es", "MXN", "peso/pesos", "centavo/centavos"),
    ("es", "USD", "dólar/dólares", "centavo/centavos"),
    ("it", "CHF", "franco svizzero/franchi svizzeri", "centesimo/centesimi"),
    ("it", "EUR", "euro/euro", "centesimo/centesimi"),
    ("it", "GBP", "sterlina/sterline/f", "penny/pence"),
    ("it", "USD", "dollaro/dollari", "centesimo/centesimi"),
    ("nl", "CHF", "Zwitserse frank/Zwitserse frank", "rappen/rappen"),
    ("nl", "EUR", "euro/euro", "cent/cent"),
    ("nl", "GBP", "pond/pond", "penny/pence"),
    ("nl", "USD", "dollar/dollar", "cent/cent"),
    ("pt", "AOA", "kwanza/kwanzas", "cêntimo/cêntimos"),
    ("pt", "BRL", "real/reais", "centavo/centavos"),
    ("pt", "CHF", "franco suíço/francos suíços", "cêntimo/cêntimos"),
    ("pt", "EUR", "euro/euros", "cêntimo/cêntimos"),
    ("pt", "GBP", "libra esterlina/libras esterlinas/f", "penny/pence"),
    ("pt", "USD", "dólar/dólares", "cêntimo/cêntimos"),
    ("pl", "CHF", "frank szwajcarski/franki szwajcarskie/franków szwajcarskich", "centym/centymy/centymów"),
    ("pl", "EUR", "euro/euro/euro", "cent/centy/centów"),
    ("pl", "GBP", "funt/funty/funtów", "pens/pensy/pensów"),
    ("pl", "PLN", "złoty/złote/złotych", "grosz/grosze/groszy"),
    ("pl", "USD", "dolar/dolary/dolarów", "cent/centy/centów"),
];

/// A currency's unit and its hundredth part, which may be none.
pub fn nouns(language: &Language, code: &str) -> Option<(Noun, Noun)> {
    let found = NAMES.iter().find(|(own, known, ..)| *own == language.code && *known == code);
    found.map(|(.., unit, part)| (*unit, *part))
}

/// The codes of a language, for messages.
pub fn codes(language: &Language) -> String {
    let codes = NAMES.iter().filter(|(own, ..)| *own == language.code).map(|(_, code, ..)| *code);
    codes.collect::<Vec<_>>().join(", ")
}

/// The gender of a noun, and its form behind a number.
pub fn form(language: &Language, noun: Noun, number: u64) -> (Form, &'static str) {
    let gender = if noun.ends_with("/f") { Form::Feminine } else { Form::Masculine };
    let place = match language.code {
        "pl" => pl::plural(number),
        // Nothing is singular.
        "fr" => usize::from(number > 1),
        _ => usize::from(number != 1),
    };
    (gender, noun.split('/').nth(place).unwrap_or(noun))
}
