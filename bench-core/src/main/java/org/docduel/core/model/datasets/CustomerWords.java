package org.docduel.core.model.datasets;

import java.util.List;
import java.util.stream.Stream;

/** The words of the customer collections, each list in order of falling frequency. */
final class CustomerWords {
  /** A place with the beginning of its postal codes. */
  record City(String name, String state, int postalPrefix) {}

  static final Skewed<String> FIRST_NAMES =
      Skewed.zipf(
          4,
          words(
              "James Mary Michael Patricia Robert Jennifer John Linda David Elizabeth William"
                  + " Barbara Richard Susan Joseph Jessica Thomas Karen Christopher Sarah Charles"
                  + " Lisa Daniel Nancy Matthew Sandra Anthony Ashley Mark Emily Steven Kimberly"
                  + " Donald Betty Andrew Margaret Joshua Donna Paul Michelle Kenneth Carol Kevin"
                  + " Amanda Brian Melissa Timothy Deborah Ronald Stephanie Jason Rebecca George"
                  + " Sharon Edward Laura Jeffrey Cynthia Ryan Amy Jacob Kathleen Nicholas Angela"
                  + " Gary Dorothy Eric Shirley Jonathan Emma Stephen Brenda Larry Nicole Justin"
                  + " Pamela Scott Samantha Brandon Anna"));

  static final Skewed<String> LAST_NAMES =
      Skewed.zipf(
          4,
          words(
              "Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez"
                  + " Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez"
                  + " Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen"
                  + " King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall"
                  + " Rivera Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz"
                  + " Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers"
                  + " Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox"
                  + " Ward Richardson Watson Brooks Chavez Wood James Bennett Gray Mendoza Ruiz"
                  + " Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez"
                  + " Powell Jenkins Perry Russell Sullivan Bell Coleman Butler Henderson Barnes"
                  + " Fisher Vasquez Simmons Romero Jordan Patterson Alexander Hamilton Graham"
                  + " Reynolds"));

  static final Skewed<City> CITIES =
      Skewed.zipf(
          2,
          Stream.of(
                  """
                  New York,NY,100;Los Angeles,CA,900;Chicago,IL,606;Houston,TX,770;\
                  Phoenix,AZ,850;Philadelphia,PA,191;San Antonio,TX,782;San Diego,CA,921;\
                  Dallas,TX,752;Jacksonville,FL,322;Austin,TX,787;Fort Worth,TX,761;\
                  San Jose,CA,951;Columbus,OH,432;Charlotte,NC,282;Indianapolis,IN,462;\
                  San Francisco,CA,941;Seattle,WA,981;Denver,CO,802;Oklahoma City,OK,731;\
                  Nashville,TN,372;Washington,DC,200;El Paso,TX,799;Las Vegas,NV,891;\
                  Boston,MA,021;Detroit,MI,482;Portland,OR,972;Louisville,KY,402;\
                  Memphis,TN,381;Baltimore,MD,212;Milwaukee,WI,532;Albuquerque,NM,871;\
                  Tucson,AZ,857;Fresno,CA,937;Sacramento,CA,958;Mesa,AZ,852;Atlanta,GA,303;\
                  Kansas City,MO,641;Raleigh,NC,276;Miami,FL,331;Omaha,NE,681;Oakland,CA,946;\
                  Minneapolis,MN,554;Tulsa,OK,741;Tampa,FL,336;Wichita,KS,672\
                  """
                      .split(";", -1))
              .map(CustomerWords::city)
              .toList());

  static final Skewed<String> STREETS =
      Skewed.zipf(
          6,
          words(
              "Main Oak Maple Park Pine Cedar Elm View Washington Lake Hill Walnut Spring North"
                  + " Ridge Church Willow Mill Sunset Railroad Jackson Cherry West South Center"
                  + " Highland Forest River Meadow Broadway Chestnut Franklin Spruce Lincoln Valley"
                  + " Dogwood Hickory Madison Jefferson Lakeview"));

  static final Skewed<String> STREET_KINDS =
      Skewed.weighted(words("Street Avenue Road Lane Drive"), 40, 25, 15, 10, 10);

  static final Skewed<String> MAIL_DOMAINS =
      Skewed.weighted(
          words("mail.example post.example inbox.example work.example school.example"),
          45,
          25,
          15,
          10,
          5);

  private CustomerWords() {}

  static List<String> words(String text) {
    return List.of(text.split(" ", -1));
  }

  private static City city(String line) {
    String[] parts = line.split(",", -1);
    return new City(parts[0], parts[1], Integer.parseInt(parts[2]));
  }
}
